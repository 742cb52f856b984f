package io.grape.bench.queue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.bench.load.LoadFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A program that loads a queue through its client library, in a process of its own so that its CPU can be told from that of others.
 *
 * <p>It prints a line when it is ready. Then it reads lines with a number of seconds from standard input, and for each runs the
 * load that long and prints one line: names and figures as {@code name=value}, separated by tabs, or {@code failed} and the reason.
 * It ends at the end of its input. Whatever libraries print on standard output goes to standard error.
 */
public final class QueueProgram {
    /** The first line that it prints begins so. */
    public static final String READY = "ready";

    /** The line of a run that failed begins so. */
    public static final String FAILED = "failed";

    private QueueProgram() {}

    /**
     * Runs the program, and exits.
     *
     * @param args the load as in {@link LoadShape}, the bytes of a payload, and the address of the queue
     */
    public static void run(String[] args, QueueClient.Factory queue) {
        PrintStream out = System.out;
        System.setOut(System.err);
        try (QueueClient client = queue.connect(args[2])) {
            QueueLoad load = new QueueLoad(client, LoadShape.parse(args[0]), Integer.parseInt(args[1]));
            load.start();
            out.println(READY + "\tjava=" + System.getProperty("java.version") + "\tcpus="
                    + Runtime.getRuntime().availableProcessors());
            serve(load, out);
        } catch (Exception e) {
            e.printStackTrace();
            out.println(FAILED + "\t" + oneLine(e));
            System.exit(1);
        }
        // A client library may leave threads behind that keep the JVM alive.
        System.exit(0);
    }

    private static void serve(QueueLoad load, PrintStream out) throws IOException, InterruptedException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        HeapAllocations allocations = HeapAllocations.begin();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            long bytes = allocations.bytes();
            long threads = startedThreads();
            try {
                Map<String, Double> figures =
                        new LinkedHashMap<>(load.run(Duration.ofMillis((long) (1000 * Double.parseDouble(line)))));
                figures.put("allocated bytes", (double) allocations.bytes() - bytes);
                figures.put("threads", (double) startedThreads() - threads - QueueLoad.PRODUCERS);
                out.println(figures.entrySet().stream()
                        .map(figure -> figure.getKey() + "=" + figure.getValue())
                        .collect(Collectors.joining("\t")));
            } catch (LoadFailure e) {
                e.printStackTrace();
                out.println(FAILED + "\t" + oneLine(e));
            }
        }
    }

    /** Platform threads, including those that have ended. */
    private static long startedThreads() {
        return ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();
    }

    private static String oneLine(Exception e) {
        return String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    }
}
