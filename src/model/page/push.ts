/** What the page asks about devices that take messages. */

export interface PushAnswer {
  /** Names that a device may sign up for; none: the settings have none. */
  readonly recipients: readonly string[];
  /** The monitor's public key for push services, base64url; "": it could not be kept yet. */
  readonly key: string;
  readonly devices: readonly ShownDevice[];
}

interface ShownDevice {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  /** When it signed up, ms since 1970. */
  readonly at: number;
}

export interface SignedUpAnswer {
  readonly id: string;
}
