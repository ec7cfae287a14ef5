"""What hostile code behind the allow-list tries: Python that the sandbox's runner is given directly.

Each is (who runs it, lines). Bound before: `home`, a folder of the user's with the file `secret`; `victim`, a
process of the user's; `port`, where something listens; `temporary`, the system's temporary folder; `package`,
a file of ours; `mark`, a text that names what may not stay; `call(name, ...)`, a system call. An attack that
succeeds binds `won`; an exception is what a refusal looks like. Signals to many processes are signal 0, which
only asks.
"""

# In a fork that interprets kernels, in one that compiles them, in a server for a GPU. That keeps its folder
# from one candidate to the next, and starts threads and programs.
CPU, COMPILE, GPU = "cpu", "compile", "cuda"
BOTH = (CPU, COMPILE)
ALL = (CPU, COMPILE, GPU)

ATTACKS = {
    "writes to inherited descriptors": (
        BOTH,
        "won = ''\n"
        "for n in range(3, 256):\n"
        "    try: kind = stat.S_IFMT(os.fstat(n).st_mode)\n"
        "    except OSError: continue\n"
        "    if kind != stat.S_IFIFO: won = (n, oct(kind))",
    ),
    # the user's files
    "reads a secret": (ALL, "won = open(f'{home}/secret').read()"),
    "lists the home folder": (ALL, "won = os.listdir(home)"),
    "reads a secret by a descriptor of its folder": (
        ALL,
        "won = os.open('secret', os.O_RDONLY, dir_fd=os.open(home, os.O_PATH))",
    ),
    "reads a secret through a symlink": (
        (COMPILE,),
        "os.symlink(f'{home}/secret', 'link')\nwon = open('link').read()",
    ),
    "links a secret into its own folder": (
        (COMPILE,),
        "os.link(f'{home}/secret', 'link')\nwon = open('link').read()",
    ),
    "opens a secret by its handle": (
        ALL,
        "won = call('name_to_handle_at', -100, f'{home}/secret'.encode(), ctypes.create_string_buffer(200),"
        " ctypes.byref(ctypes.c_int()), 0) == 0",
    ),
    "maps a secret": (ALL, "won = mmap.mmap(os.open(f'{home}/secret', os.O_RDONLY), 0, prot=1)[:]"),
    "deletes a file": (ALL, "os.unlink(f'{home}/secret')\nwon = True"),
    "deletes a folder": (ALL, "shutil.rmtree(f'{home}/folder')\nwon = True"),
    "renames a file": (ALL, "os.rename(f'{home}/secret', f'{home}/gone')\nwon = True"),
    "takes a file into its own folder": (ALL, "os.rename(f'{home}/secret', 'mine')\nwon = True"),
    "empties a file": (ALL, "os.truncate(f'{home}/secret', 0)\nwon = True"),
    "appends to a file": (ALL, "won = open(f'{home}/secret', 'a').write('x')"),
    "writes a file": (ALL, "won = open(f'{home}/new', 'w').write('x')"),
    "makes a folder": (ALL, "os.mkdir(f'{home}/new')\nwon = True"),
    "makes a link": (ALL, "os.symlink('/', f'{home}/new')\nwon = True"),
    "makes a pipe": (ALL, "os.mkfifo(f'{home}/new')\nwon = True"),
    "makes a device": (ALL, "os.mknod(f'{home}/new', 0o60600, os.makedev(254, 0))\nwon = True"),
    "opens a file to all": (ALL, "os.chmod(f'{home}/secret', 0o777)\nwon = True"),
    "opens a file to all by its descriptor": (
        ALL,
        "os.fchmod(os.open(home, os.O_RDONLY), 0o777)\nwon = True",
    ),
    "gives a file away": (ALL, "os.chown(f'{home}/secret', -1, os.getgid())\nwon = True"),
    "changes a file's time": (ALL, "os.utime(f'{home}/secret')\nwon = True"),
    "sets an attribute": (ALL, "os.setxattr(f'{home}/secret', 'user.x', b'x')\nwon = True"),
    "changes a file of Python's": (ALL, "won = open(os.__file__, 'r+')"),
    "changes a file of this package": (ALL, "won = open(package, 'a')"),
    "races with a symlink": (
        (COMPILE,),
        "won = ''\n"
        "for n in range(200):\n"
        "    open('f', 'w').close()\n"
        "    r = os.open('f', os.O_RDONLY)\n"
        "    os.unlink('f')\n"
        "    os.rename(home, 'f')\n"
        "    won += open('f/secret').read()",
    ),
    "leaves its folder behind a bind mount": (
        ALL,
        "won = libc.mount(home.encode(), b'/', None, 4096, None) == 0",
    ),
    "leaves by a new root": (ALL, "os.chroot('.')\nwon = True"),
    "writes to the system's temporary folder": (
        ALL,
        "won = open(f'{temporary}/{mark}', 'w')",
    ),
    "removes its own folder": (BOTH, "os.rmdir(os.getcwd())\nwon = True"),
    "removes its server's folder": (BOTH, "shutil.rmtree(server_folder)\nwon = True"),
    "leaves a file for the next candidate": (BOTH, "won = open(f'{server_folder}/{mark}', 'w')"),
    # other processes
    "kills the victim": (ALL, "os.kill(victim, 9)\nwon = True"),
    "stops the victim": (ALL, "os.kill(victim, signal.SIGSTOP)\nwon = True"),
    "kills its server": (ALL, "os.kill(os.getppid(), 0)\nwon = True"),
    "kills all": (ALL, "os.kill(-1, 0)\nwon = True"),
    "kills the group of the judge": (ALL, "os.killpg(os.getpgid(victim), 0)\nwon = True"),
    "kills a thread of the victim's": (ALL, "won = call('tkill', victim, 9) == 0"),
    "queues a signal": (ALL, "won = libc.sigqueue(victim, 9, None) == 0"),
    "kills by a descriptor": (ALL, "won = signal.pidfd_send_signal(os.pidfd_open(victim), 9) is None"),
    "has a file signal the victim": (
        ALL,
        "fcntl.fcntl(0, fcntl.F_SETOWN, victim)\nwon = True",
    ),
    "limits the victim's time": (ALL, "resource.prlimit(victim, resource.RLIMIT_CPU, (1, 1))\nwon = True"),
    "limits its server's time": (
        ALL,
        "resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (1, 1))\nwon = True",
    ),
    "slows the victim": (ALL, "os.setpriority(os.PRIO_PROCESS, victim, 19)\nwon = True"),
    "binds the victim to a core": (BOTH, "os.sched_setaffinity(victim, {0})\nwon = True"),
    "traces the victim": (ALL, "won = libc.ptrace(16, victim, 0, 0) == 0"),
    "traces its server": (ALL, "won = libc.ptrace(16, os.getppid(), 0, 0) == 0"),
    "reads the victim's memory": (ALL, "won = open(f'/proc/{victim}/mem', 'rb')"),
    "writes its server's memory": (ALL, "won = open(f'/proc/{os.getppid()}/mem', 'r+b')"),
    "reads the victim's memory by a call": (
        ALL,
        "one = (ctypes.c_uint64 * 2)(ctypes.addressof(ctypes.create_string_buffer(8)), 8)\n"
        "won = libc.process_vm_readv(victim, one, 1, one, 1, 0) >= 0",
    ),
    "reads the victim's environment": (ALL, "won = open(f'/proc/{victim}/environ', 'rb').read()"),
    "reads its server's command": (BOTH, "won = open(f'/proc/{os.getppid()}/cmdline', 'rb').read()"),
    "takes a descriptor of its server's": (
        ALL,
        "won = call('pidfd_getfd', os.pidfd_open(os.getppid()), 3, 0) >= 0",
    ),
    "opens its server's descriptors": (ALL, "won = os.readlink(f'/proc/{os.getppid()}/fd/0')"),
    # processes of its own
    "forks": ((CPU,), "won = os.fork() >= 0"),
    "forks, and detaches": (ALL, "os.fork()\nos.setsid()\nos.fork()\nwon = True"),
    "starts a thread": ((CPU,), "threading.Thread(target=len).start()\nwon = True"),
    "starts a program": (BOTH, "won = subprocess.run(['/bin/true']).returncode == 0"),
    "starts a program in its place": (BOTH, "os.execv('/bin/sleep', ['sleep', '0', mark])"),
    "starts Python": (BOTH, "won = subprocess.run([sys.executable, '-c', '']).returncode == 0"),
    "writes a program and starts it": (
        (COMPILE,),
        "os.close(os.open('mine', os.O_CREAT | os.O_WRONLY, 0o755))\nopen('mine', 'w').write('#!/bin/true')\n"
        "won = subprocess.run(['./mine'])",
    ),
    "starts a program from memory": (
        BOTH,
        "n = os.memfd_create('x')\nos.write(n, b'#!/bin/true')\nwon = os.execve(n, ['x'], {})",
    ),
    "outlives its server": (BOTH, "won = libc.prctl(1, 0, 0, 0, 0) == 0"),
    # memory that stays
    "shares memory by a name": (
        ALL,
        "won = shared_memory.SharedMemory(create=True, name=mark, size=1 << 20)",
    ),
    "shares memory of System V": (ALL, "won = libc.shmget(0x7e57, 1 << 20, 0o1600) >= 0"),
    "keeps a queue of messages": (ALL, "won = libc.msgget(0x7e57, 0o1600) >= 0"),
    "keeps a semaphore": (ALL, "won = libc.semget(0x7e57, 1, 0o1600) >= 0"),
    "keeps a POSIX queue": (ALL, "won = call('mq_open', mark.encode(), 0o102, 0o600, None) >= 0"),
    "holds memory beyond its limit in a file of memory": (BOTH, "won = os.memfd_create('x')"),
    "takes a key into the kernel": (ALL, "won = call('add_key', b'user', b'x', b'x', 1, -3) >= 0"),
    "takes more memory than it may": (BOTH, "won = bytearray(8 << 30)"),
    "raises its limits": (
        BOTH,
        "resource.setrlimit(resource.RLIMIT_AS, (-1, -1))\nwon = True",
    ),
    # the network and the kernel
    "connects to a port": (ALL, "won = socket.socket().connect_ex((b'127.0.0.1', port)) == 0"),
    "listens": (ALL, "one = socket.socket()\none.bind((b'', 0))\none.listen()\nwon = True"),
    "sends a datagram": (
        ALL,
        "won = socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', (b'127.0.0.1', port))",
    ),
    "connects to a socket of the user's": (
        ALL,
        "won = socket.socket(socket.AF_UNIX).connect_ex(f'{home}/agent') == 0",
    ),
    "asks for a namespace with all rights": (ALL, "won = libc.unshare(0x10020000) == 0"),
    "loads a program into the kernel": (
        ALL,
        "won = call('bpf', 0, ctypes.create_string_buffer(120), 120) >= 0",
    ),
    "queues calls for the kernel": (
        ALL,
        "won = call('io_uring_setup', 8, ctypes.create_string_buffer(120)) >= 0",
    ),
    "handles faults": (ALL, "won = call('userfaultfd', 0) >= 0"),
    "becomes root": (ALL, "os.setuid(0)\nwon = os.getuid() == 0 and open('/etc/shadow')"),
    "types on the terminal": (ALL, "won = fcntl.ioctl(0, 0x5412, b'x') == 0"),
}
