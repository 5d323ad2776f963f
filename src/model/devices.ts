/** Devices that take messages: browsers of telephones and desktops, each signed up under the name of a receiver. */

/** A subscription at a push service (RFC 8030). All but the id, the name and the label is secret. */
export interface Device {
  /** Eight hexadecimal digits, made here. */
  readonly id: string;
  /** The receiver's name, such as `desk` of push:desk. */
  readonly name: string;
  /** Address at the push service; whoever knows it can send there. */
  readonly endpoint: string;
  /** The device's public key and its secret for messages (RFC 8291), base64url. */
  readonly p256dh: string;
  readonly auth: string;
  /** What a person knows it by, such as `Chrome, Android`. Untrusted. */
  readonly label: string;
  /** When it signed up, ms since 1970. */
  readonly at: number;
}

export interface Devices {
  /** Devices of a name, in the order in which they signed up; without damaged ones. */
  of(name: string): Device[];
  /** The device with this id or endpoint; undefined: there is none. */
  find(idOrEndpoint: string): Device | undefined;
  /** Puts it in the place of one with its id or its endpoint. Throws a StoreError. */
  keep(device: Device): void;
  /** Throws a StoreError. */
  drop(id: string): void;
}

/** Address of a device in the outbox: the receiver's name and its id. */
export function deviceAddress({ name, id }: Pick<Device, "name" | "id">): string {
  return `${name}/${id}`;
}

/** The two parts of an address; the id is empty where it is a name alone. */
export function deviceMeant(address: string): Pick<Device, "name" | "id"> {
  const [name = "", id = ""] = address.split("/");
  return { name, id };
}

/** What outlives the process for an output that sends to devices: the devices, and its key among the facts. */
export interface DeviceBook {
  readonly devices: Pick<Devices, "of" | "find">;
  readonly meta: { get(key: string): string | undefined };
}
