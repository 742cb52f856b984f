package io.grape.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Mangles the answers of a Redis, one of several, until there were enough of them. */
final class MangledReplies implements LossyWire.Answers {
    /** One of so many replies. */
    private static final int ONE_OF = 4;
    /** A connection begins with so many, of which fewer are mangled: it is not made again at once. */
    private static final int FIRST = 4;
    /** What takes time happens to fewer too. */
    private static final int FEWER = 8;

    private final Random random;
    private final int enough;
    private final Duration late;
    private final AtomicInteger mangled = new AtomicInteger();

    /**
     * Mangles answers.
     *
     * @param late how long nobody waits for an answer any more
     */
    MangledReplies(long seed, int enough, Duration late) {
        this.random = new Random(seed);
        this.enough = enough;
        this.late = late;
    }

    int mangled() {
        return mangled.get();
    }

    boolean isOver() {
        return mangled() >= enough;
    }

    @Override
    public void carry(InputStream from, OutputStream to) throws IOException {
        InputStream in = new BufferedInputStream(from);
        String held = "";
        for (int replies = 0; ; replies++) {
            String reply = read(in);
            Mangling mangling = next(replies < FIRST ? FEWER * ONE_OF : ONE_OF);
            if (mangling == Mangling.SWAPPED && held.isEmpty()) {
                held = reply;
                continue;
            }
            String arrives = mangling == null ? reply : mangling.apply(reply, random);
            if (mangling == Mangling.SLOW) {
                trickle(arrives, to);
            } else {
                write(arrives + held, to);
            }
            held = "";
            if (mangling == Mangling.CUT_OFF) {
                return;
            }
        }
    }

    private synchronized @Nullable Mangling next(int oneOf) {
        if (isOver() || random.nextInt(oneOf) > 0) {
            return null;
        }
        Mangling[] all = Mangling.values();
        Mangling mangling = all[random.nextInt(all.length)];
        boolean waits = mangling == Mangling.SLOW || mangling == Mangling.TRUNCATED || mangling == Mangling.LEFT_OUT;
        if (waits && random.nextInt(FEWER) > 0) {
            return null;
        }
        mangled.incrementAndGet();
        return mangling;
    }

    private void trickle(String reply, OutputStream to) throws IOException {
        for (int i = 0; i < reply.length(); i++) {
            write(reply.substring(i, i + 1), to);
            LockSupport.parkNanos(late.dividedBy(reply.length()).toNanos());
        }
    }

    private static void write(String text, OutputStream to) throws IOException {
        byte[] bytes = text.getBytes(ISO_8859_1);
        to.write(bytes, 0, bytes.length);
    }

    private static String read(InputStream in) throws IOException {
        ByteArrayOutputStream reply = new ByteArrayOutputStream();
        read(in, reply);
        return reply.toString(ISO_8859_1);
    }

    private static void read(InputStream in, ByteArrayOutputStream into) throws IOException {
        String line = line(in);
        into.writeBytes((line + "\r\n").getBytes(ISO_8859_1));
        switch (line.charAt(0)) {
            case '$', '=', '!' -> {
                int length = number(line);
                into.writeBytes(length < 0 ? new byte[0] : in.readNBytes(length + 2));
            }
            case '*', '~', '>' -> readAll(number(line), in, into);
            case '%' -> readAll(2 * number(line), in, into);
            default -> {}
        }
    }

    private static void readAll(int count, InputStream in, ByteArrayOutputStream into) throws IOException {
        for (int i = 0; i < count; i++) {
            read(in, into);
        }
    }

    private static int number(String line) {
        return Integer.parseInt(line.substring(1));
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int read = in.read(); read != '\n'; read = in.read()) {
            if (read < 0) {
                throw new EOFException();
            }
            line.write(read);
        }
        String text = line.toString(US_ASCII);
        return text.substring(0, text.length() - 1);
    }
}
