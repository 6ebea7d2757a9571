/**
 * A clock that moves only when the harness moves it. Every wait of a scenario is a timer here, so that what happens first
 * is written in the scenario and not decided by the machine.
 *
 * Without ties each timer goes off alone, and everything it leads to has happened before the next one does. With ties all
 * timers of one moment go off in one synchronous stretch, in the order in which they were set.
 */
export class Clock {
  #timers = [];
  #set = 0;
  now = 0;

  /** @returns a promise that resolves `ticks` (at least 1) after now */
  wait(ticks) {
    return new Promise((resolve) => this.at(ticks, resolve));
  }

  /** Calls `act` when `ticks` (at least 1) have gone by. */
  at(ticks, act) {
    this.#timers.push({ due: this.now + Math.max(1, ticks), order: this.#set++, act });
  }

  get idle() {
    return this.#timers.length === 0;
  }

  /** Goes to the next moment at which something is due. */
  advance({ ties }) {
    this.#timers.sort((a, b) => a.due - b.due || a.order - b.order);
    this.now = this.#timers[0].due;
    const count = ties ? this.#timers.filter((timer) => timer.due === this.now).length : 1;
    for (const { act } of this.#timers.splice(0, count)) act();
  }
}
