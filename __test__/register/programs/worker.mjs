// Runs another program of this folder in a worker thread. What it prints is printed here.
import { Worker } from "node:worker_threads";

new Worker(new URL(process.argv[2], import.meta.url));
