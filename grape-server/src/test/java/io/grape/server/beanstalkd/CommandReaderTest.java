package io.grape.server.beanstalkd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.admission.MemoryBudget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The same bytes are the same commands, however they are cut. */
final class CommandReaderTest {
    private static final int MAX_PAYLOAD = 1000;
    private static final String STREAM = "put 1 2 3 4\r\nab\r\n\r\n"
            + "use tube\r\n"
            + "x".repeat(300)
            + "\r\nreserve\r\n"
            + "\r\n"
            + "put 0 0 0 0\r\n\r\n"
            + "put 0 0 0 5\r\ntoo long\r\n"
            + "put 0 0 0 1001\r\n"
            + "y".repeat(1001)
            + "\r\n"
            + "put 0 0 0 1000\r\n"
            + "z".repeat(1000)
            + "\r\n"
            + "a\rb\r\n"
            + "delete 5\0\r\n"
            + "x".repeat(222)
            + "\r\n"
            + "x".repeat(223)
            + "\r\n"
            + "GET / HTTP/1.1\r\n"
            + "quit\r\n";

    private static final List<String> COMMANDS = List.of(
            "put 1 2 3 ab\r\n",
            "use tube",
            "BAD_FORMAT",
            "reserve",
            "",
            "put 0 0 1 ",
            "EXPECTED_CRLF",
            "g",
            "JOB_TOO_BIG",
            "put 0 0 1 " + "z".repeat(1000),
            "a\rb",
            "BAD_FORMAT",
            "x".repeat(222),
            "BAD_FORMAT",
            "HTTP",
            "quit");

    private final MemoryBudget budget = new MemoryBudget(1 << 20);

    private static String shown(Incoming incoming) {
        if (incoming instanceof Incoming.Put put) {
            return "put " + put.priority() + " " + put.delay().toSeconds() + " "
                    + put.ttr().toSeconds() + " " + new String(put.body(), ISO_8859_1);
        }
        if (incoming instanceof Incoming.HttpRequest) {
            return "HTTP";
        }
        return incoming instanceof Incoming.Line line
                ? line.text()
                : ((Incoming.Refused) incoming).reply().line();
    }

    /** What comes of bytes that are cut at these places. */
    private List<String> read(byte[] bytes, List<Integer> cuts) {
        MemoryBudget.Share share = budget.share();
        CommandReader reader = new CommandReader(MAX_PAYLOAD, share);
        List<String> found = new ArrayList<>();
        ByteBuf in = Unpooled.buffer();
        int from = 0;
        List<Integer> ends = new ArrayList<>(cuts);
        ends.add(bytes.length);
        for (int end : ends) {
            in.writeBytes(bytes, from, end - from);
            from = end;
            for (Incoming next = reader.next(in); next != null; next = reader.next(in)) {
                found.add(shown(next));
                if (next instanceof Incoming.Put put) {
                    share.give(put.held());
                }
            }
            in.discardReadBytes();
            assertThat(in.readableBytes()).as("kept").isLessThan(CommandReader.MAX_LINE);
        }
        assertThat(budget.held()).isZero();
        return found;
    }

    @Test
    void everyCutInTwoGivesTheSameCommands() {
        byte[] bytes = STREAM.getBytes(ISO_8859_1);
        for (int cut = 0; cut <= bytes.length; cut++) {
            assertThat(read(bytes, List.of(cut))).as("cut at %d", cut).isEqualTo(COMMANDS);
        }
    }

    @Test
    void byteByByteAndInRandomPiecesToo() {
        byte[] bytes = STREAM.getBytes(ISO_8859_1);
        List<Integer> all = new ArrayList<>();
        for (int cut = 1; cut < bytes.length; cut++) {
            all.add(cut);
        }
        assertThat(read(bytes, all)).isEqualTo(COMMANDS);
        Random random = new Random(1);
        for (int round = 0; round < 500; round++) {
            List<Integer> some =
                    all.stream().filter(cut -> random.nextInt(20) == 0).toList();
            assertThat(read(bytes, some)).as("%s", some).isEqualTo(COMMANDS);
        }
    }

    @Test
    void aBodyHoldsNoMoreMemoryThanHasComeOfIt() {
        CommandReader reader = new CommandReader(1 << 20, budget.share());
        assertThat(reader.next(Unpooled.copiedBuffer("put 0 0 0 1000000\r\nabc", ISO_8859_1)))
                .isNull();
        assertThat(budget.held()).isLessThan(2000);
    }

    @Test
    void bodyWithoutMemoryIsDiscarded() {
        MemoryBudget small = new MemoryBudget(2000);
        CommandReader reader = new CommandReader(1 << 20, small.share());
        ByteBuf in = Unpooled.copiedBuffer(
                "put 0 0 0 10000\r\n" + "x".repeat(10_000) + "\r\nput 0 0 0 1\r\na\r\n", ISO_8859_1);
        assertThat(shown(java.util.Objects.requireNonNull(reader.next(in)))).isEqualTo("OUT_OF_MEMORY");
        assertThat(small.held()).isZero();
        assertThat(shown(java.util.Objects.requireNonNull(reader.next(in)))).isEqualTo("put 0 0 1 a");
    }
}
