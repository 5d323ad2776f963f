"""Runs a command on a terminal of its own, 100 columns wide, and copies between that and its own input and output."""
import fcntl, os, pty, select, struct, sys, termios

child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
sources = [terminal, 0]
while terminal in sources:
    for ready in select.select(sources, [], [])[0]:
        try:
            data = os.read(ready, 65536)
        except OSError:
            data = b""
        if not data:
            sources.remove(ready)
        elif ready == 0:
            os.write(terminal, data)
        else:
            os.write(1, data)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) % 256)
