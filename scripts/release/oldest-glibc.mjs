/** The oldest glibc that the addon is to run on. */
export const OLDEST_GLIBC = "2.17";
