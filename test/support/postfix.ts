/** Debian's postfix as an instance of its own under a folder: its queue, its port on loopback, its mailboxes. */
import { execFile } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { makeCertificate } from "./certificate.ts";
import { freePort } from "./free-port.ts";
import { until } from "./until.ts";

export interface Postfix {
  /** Encryption is asked for; the certificate is the instance's own, which nobody vouches for. */
  readonly url: string;
  /** The mails in the mailbox, as they lie there. */
  mailbox(): string[];
  start(): Promise<void>;
  stop(): Promise<void>;
}

const run = promisify(execFile);
/** Who may own mailboxes: the system's nobody. */
const nobody = 65_534;

const services = `
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;

/** Needs root, as postfix does. Installed by test/setup.sh. */
export async function openPostfix(folder: string): Promise<Postfix> {
  if (!existsSync("/usr/sbin/postfix")) throw new Error("postfix is not installed: run test/setup.sh");
  const [config, queue, data, boxes] = ["config", "queue", "data", "boxes"].map((name) => {
    mkdirSync(join(folder, name));
    return join(folder, name);
  }) as [string, string, string, string];
  chmodSync(folder, 0o755);
  const { stdout: owner } = await run("id", ["-u", "postfix"]);
  chownSync(data, Number(owner), -1);
  chownSync(boxes, nobody, nobody);
  const { keyFile, certFile } = makeCertificate(folder);
  const port = await freePort();
  const settings = {
    compatibility_level: "3.6",
    queue_directory: queue,
    data_directory: data,
    command_directory: "/usr/sbin",
    daemon_directory: "/usr/lib/postfix/sbin",
    maillog_file: join(folder, "maillog"),
    maillog_file_prefixes: folder,
    inet_interfaces: "127.0.0.1",
    inet_protocols: "ipv4",
    mynetworks: "127.0.0.0/8",
    myhostname: "mail.localhost",
    mydestination: "",
    alias_maps: "",
    local_recipient_maps: "",
    smtpd_peername_lookup: "no",
    smtp_dns_support_level: "disabled",
    default_transport: "error:nobody is sent anything from here",
    smtpd_tls_security_level: "encrypt",
    smtpd_tls_cert_file: certFile,
    smtpd_tls_key_file: keyFile,
    virtual_mailbox_domains: "x.jp",
    virtual_mailbox_base: boxes,
    virtual_mailbox_maps: "static:all/",
    virtual_uid_maps: `static:${nobody}`,
    virtual_gid_maps: `static:${nobody}`,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  writeFileSync(join(config, "main.cf"), lines.join(""));
  writeFileSync(join(config, "master.cf"), `127.0.0.1:${port} inet n - n - - smtpd${services}`);

  const call = (verb: string) =>
    run("/usr/sbin/postfix", ["-c", config, verb], { timeout: 60_000 }).catch((error: Error) => {
      const log = join(folder, "maillog");
      const said = existsSync(log) ? readFileSync(log, "utf8").slice(-2_000) : "";
      throw new Error(`postfix ${verb}: ${error.message}\n${said}`);
    });
  let isRunning = false;
  const stop = async () => {
    if (isRunning) await call("stop");
    isRunning = false;
  };
  const start = async () => {
    await call("start");
    isRunning = true;
    await until("postfix to listen", () => listens(port));
  };
  onTestFinished(stop);
  await start();
  return {
    url: `smtp://127.0.0.1:${port}?requireTLS=true`,
    mailbox() {
      const inbox = join(boxes, "all", "new");
      if (!existsSync(inbox)) return [];
      return readdirSync(inbox).map((name) => readFileSync(join(inbox, name), "utf8"));
    },
    ...{ start, stop },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1");
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}
