/** The encryption of RFC 8188 and RFC 8291, by their author; it has no types. */
declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  interface Encryption {
    readonly version: "aes128gcm";
    /** Our key pair, of this message alone. */
    readonly privateKey: ECDH;
    /** The receiver's public key and secret, base64url. */
    readonly dh: string;
    readonly authSecret: string;
  }

  const ece: { encrypt(plain: Buffer, how: Encryption): Buffer };
  export default ece;
}
