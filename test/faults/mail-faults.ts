/** What mail servers do wrong, and what must become of a mail under it. */
import { TLSSocket } from "node:tls";
import type { Fault, Session } from "./bad-mail-server.ts";

/** Stands in every login of these tests; nothing that is kept or logged may hold it. */
export const password = "hunter2secret";
const rubbish = "\xff\xfe\x00\x01\x80\xc3\x28\x1b[2J";

const says = (text: string) => (session: Session) => session.say(text);
const silent = ({ silence }: Session) => silence();
const closes = ({ close }: Session) => close();
const resets = ({ reset }: Session) => reset();
const deaf = ({ socket }: Session) => void socket.pause();
const drips = (text: string) => (session: Session) => {
  session.silence();
  session.drip(text, true);
};
const floods = (text: string) => (session: Session) => {
  session.silence();
  session.flood(text.repeat(1_000));
};
const late = ({ acceptLate }: Session) => acceptLate(400);
const twice = ({ accept, say }: Session) => {
  accept();
  say("250 ok");
};

const later = (at: Fault["at"], faults: Record<string, Fault["act"]>): Fault[] =>
  Object.entries(faults).map(([name, act]) => ({ name, at, act, outcome: "later" }));
const starttls = (faults: Record<string, Fault["act"]>): Fault[] =>
  later("starttls", faults).map((fault) => ({ ...fault, announces: ["STARTTLS"] }));

/** @param certificate one that nobody here trusts */
export function mailFaults(certificate: { key: string; cert: string }): Fault[] {
  return [
    ...later("connect", {
      "never greets": silent,
      "greets a byte at a time": drips("220-"),
      "greets without end, line after line": floods("220-welcome to the banner\r\n"),
      "greets without end, in one line": floods("220 welcome "),
      "sends empty lines without end": floods("\r\n"),
      "closes at once": closes,
      "resets at once": resets,
      "greets with 554": says("554 no service"),
      "greets with 421": says("421 too busy"),
      "greets with NUL bytes and rubbish": says(rubbish),
      "greets in another protocol": says("HTTP/1.1 400 Bad Request\r\n\r\n<html>"),
      "greets twice": says("220 one\r\n220 two"),
    }),
    ...later("ehlo", {
      "refuses EHLO and HELO": says("500 what"),
      "answers EHLO with 421": says("421 closing"),
      "hangs at EHLO": silent,
      "closes at EHLO": closes,
      "announces without end": drips("250-A\r\n250-B\r\n"),
    }),
    {
      ...{ name: "announces rubbish, and no login", at: "ehlo", outcome: "sent" },
      act: says(`250-${rubbish}\r\n${rubbish}`),
    },
    ...starttls({
      "refuses STARTTLS": says("454 TLS not available"),
      "breaks off at STARTTLS": closes,
      "speaks no TLS after STARTTLS": says(`220 go on\r\n${rubbish.repeat(40)}`),
      "hangs after STARTTLS": ({ say, silence }) => {
        say("220 go on");
        silence();
      },
      "has a certificate that nobody trusts": ({ socket, say, silence }) => {
        say("220 go on");
        silence();
        socket.removeAllListeners("data");
        const secure = new TLSSocket(socket, { isServer: true, ...certificate });
        secure.on("error", () => {});
      },
    }),
    ...later("auth", {
      "refuses the login": says("535 5.7.8 no"),
      "repeats the password": says(`535 5.7.8 ${password} is wrong, ${btoa(`\0desk\0${password}`)}`),
      "hangs at the login": silent,
      "asks for the login again and again": ({ socket, say, silence }) => {
        silence();
        say("334 ");
        socket.on("data", () => say("334 "));
      },
      "closes at the login": closes,
    }),
    ...later("mail", {
      "answers MAIL FROM with 451": says("451 4.3.0 later"),
      "answers MAIL FROM with 503": says("503 5.5.1 out of step"),
      "hangs at MAIL FROM": silent,
      "closes at MAIL FROM": closes,
      "answers only the first of the commands that it may be sent together": ({ say, silence }) => {
        say("250 ok");
        silence();
      },
    }),
    { name: "answers MAIL FROM with 550", at: "mail", act: says("550 5.1.8 no"), outcome: "never" },
    {
      ...{ name: "announces to take the smallest mails only", at: "ehlo", outcome: "sent" },
      act: says("250-test\r\n250-AUTH PLAIN\r\n250 SIZE 10"),
    },
    ...later("rcpt", {
      "answers RCPT TO with 450": says("450 4.2.0 greylisted"),
      "hangs at RCPT TO": silent,
      "closes at RCPT TO": closes,
      "answers RCPT TO a byte at a time": drips("250-"),
      "answers RCPT TO with rubbish": says(rubbish),
    }),
    { name: "answers RCPT TO with 550", at: "rcpt", act: says("550 5.1.1 nobody"), outcome: "never" },
    ...later("data", {
      "answers DATA with 451": says("451 4.3.0 later"),
      "hangs at DATA": silent,
      "answers DATA with 250, reads the message as commands, then closes": ({ say, close }) => {
        say("250 ok");
        setTimeout(close, 50);
      },
    }),
    { name: "answers DATA with 554", at: "data", act: says("554 5.7.1 no"), outcome: "never" },
    ...later("body", {
      "closes in the middle of the message": closes,
      "resets in the middle of the message": resets,
      "sends 421 in the middle of the message": ({ say, close }) => {
        say("421 closing");
        setTimeout(close, 50);
      },
    }),
    { name: "reads no further: a window of zero", at: "body", act: deaf, outcome: "later", isLarge: true },
    ...later("end", {
      "answers the message with 452": says("452 4.3.1 full"),
      "answers the message with 354": says("354 go on"),
      "answers the message with 999": says("999 odd"),
      "answers the message with 421": says("421 4.3.0 closing"),
    }),
    { name: "answers the message with 554", at: "end", act: says("554 5.7.1 spam"), outcome: "never" },
    ...later("end", {
      "takes the message and hangs": silent,
      "takes the message and closes": closes,
      "takes the message and answers a byte at a time": drips("250-"),
    }).map((fault) => ({ ...fault, repeats: true })),
    ...Object.entries({
      "answers late": late,
      "answers the message twice": twice,
      "answers the message, then resets": ({ accept, reset }: Session) => {
        accept();
        setTimeout(reset, 50);
      },
    }).map(([name, act]): Fault => ({ name, at: "end", act, outcome: "sent" })),
    ...[`250 o\0k ${rubbish}`, "250 2.0.0 長いはなし", `250 ${"x".repeat(40_000)}`].map(
      (answer, index): Fault => ({
        ...{ name: `takes the message with odd words (${index + 1})`, at: "end", outcome: "sent" },
        act: says(answer),
        repeats: true,
      }),
    ),
    ...(["ehlo", "mail", "rcpt", "data", "end"] as const).map(
      (at): Fault => ({ name: `tarpit: is late at ${at}`, at, act: late, outcome: "sent" }),
    ),
  ];
}
