package io.grape.cli.call;

import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.JobPage;
import io.grape.client.JobState;
import io.grape.client.Tube;
import io.grape.client.TubePage;
import io.grape.client.TubeStatus;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads lists that a broker gives page by page. */
public final class Pages {
    private static final int SIZE = 1000;

    private Pages() {}

    /**
     * A page.
     *
     * @param next the cursor of the next page; null: this is the last
     */
    public record Page<T>(List<T> items, @Nullable String next) {}

    /** Reads a page of a list. */
    public interface Reader<T> {
        /**
         * Reads a page.
         *
         * @param cursor of the page; null: the first
         */
        Page<T> read(int size, @Nullable String cursor);
    }

    /** A page of the tubes, by name. */
    public static Page<TubeStatus> tubes(Grape grape, int size, @Nullable String cursor) {
        TubePage page = grape.tubes().list(size, cursor);
        return new Page<>(page.tubes(), page.next());
    }

    /** A page of the jobs of a tube that are in a state. */
    public static Page<Job<byte[]>> jobs(
            Grape grape, Tube<byte[]> tube, JobState state, int size, @Nullable String cursor) {
        JobPage<byte[]> page = grape.list(tube, state, size, cursor);
        return new Page<>(page.jobs(), page.next());
    }

    /**
     * Reads a list from its start.
     *
     * @param limit how many items at most
     * @param items is given each item; false: there are to be no more pages
     * @return how many there were
     */
    public static <T> long each(long limit, Reader<T> reader, Predicate<T> items) {
        long left = limit;
        String cursor = null;
        boolean goesOn = true;
        do {
            Page<T> page = reader.read((int) Math.min(SIZE, left), cursor);
            for (T item : page.items()) {
                goesOn &= items.test(item);
            }
            left -= page.items().size();
            cursor = page.next();
        } while (goesOn && cursor != null && left > 0);
        return limit - left;
    }
}
