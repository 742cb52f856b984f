package io.grape.bench.queue;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A program that loads a queue through its client library, in a process of its own so that its CPU can be told from that of others.
 *
 * <p>It prints a line when it is ready. Then it reads commands from standard input, and for each prints one line: names and figures as
 * {@code name=value}, separated by tabs, or {@code failed} and the reason. It ends at the end of its input. Whatever libraries print
 * on standard output goes to standard error.
 *
 * <ul>
 *   <li>{@code run SECONDS}: the load, see {@link QueueLoad}
 *   <li>{@code fill JOBS}: produces jobs that are due in the next day, see {@link Backlog}
 *   <li>{@code cancel JOBS}: cancels some of them, one by one
 *   <li>{@code hold JOBS}: produces jobs and starts as many workers, whose handlers never return; see {@link Crash}
 *   <li>{@code work JOBS}: starts as many workers, whose handlers return
 *   <li>{@code await JOBS SECONDS}: waits until they have run so many jobs
 * </ul>
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
     * @param args the load as in {@link LoadShape}, the bytes of a payload, the name of the queue and the address of its server
     */
    public static void run(String[] args, QueueClient.Factory queue) {
        PrintStream out = System.out;
        System.setOut(System.err);
        try (QueueClient client = queue.connect(args[3], args[2])) {
            out.println(READY + "\tjava=" + System.getProperty("java.version") + "\tcpus="
                    + Runtime.getRuntime().availableProcessors());
            serve(new Commands(client, LoadShape.parse(args[0]), Integer.parseInt(args[1])), out);
        } catch (Exception e) {
            e.printStackTrace();
            out.println(FAILED + "\t" + oneLine(e));
            System.exit(1);
        }
        // A client library may leave threads behind that keep the JVM alive.
        System.exit(0);
    }

    private static void serve(Commands commands, PrintStream out) throws IOException, InterruptedException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        HeapAllocations allocations = HeapAllocations.begin();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            long bytes = allocations.bytes();
            long threads = startedThreads();
            try {
                Map<String, Double> figures = new LinkedHashMap<>(commands.run(line.split(" ", -1)));
                figures.put("allocated bytes", (double) allocations.bytes() - bytes);
                // Both the load and the filling have producers of their own.
                figures.put("threads", (double) Math.max(0, startedThreads() - threads - QueueLoad.PRODUCERS));
                out.println(figures.entrySet().stream()
                        .map(figure -> figure.getKey() + "=" + figure.getValue())
                        .collect(Collectors.joining("\t")));
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
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
