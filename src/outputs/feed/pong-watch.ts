/** Pings with growing numbers; a pong with one of them shows that its reader read up to there. */
export class PongWatch {
  #sent = 0;
  #returned = 0;
  #read = true;
  #silentHeartbeats = 0;

  /** The marker of the next ping. */
  nextMarker(): string {
    this.#sent += 1;
    return String(this.#sent);
  }

  /** True: it answers a ping of ours that was not answered yet. Others, sent unasked, show no reading. */
  pong(payload: string): boolean {
    const marker = /^\d{1,15}$/.test(payload) ? Number(payload) : 0;
    if (marker <= this.#returned || marker > this.#sent) return false;
    this.#returned = marker;
    this.#read = true;
    return true;
  }

  /** Another sign of reading: a full socket took more. */
  read(): void {
    this.#read = true;
  }

  /** Called at each heartbeat, before its ping. True: two in a row passed without a sign of reading. */
  heartbeat(): boolean {
    this.#silentHeartbeats = this.#read ? 0 : this.#silentHeartbeats + 1;
    this.#read = false;
    return this.#silentHeartbeats >= 2;
  }
}
