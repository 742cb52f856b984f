package io.grape.server.beanstalkd;

import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.JobNumbers;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that one connection knows jobs by: those that are their ids; for jobs with other ids, temporary ones from 2^52 up, as long
 * as the connection lasts. The last {@value #MAX_TEMPORARY} that were shown are kept.
 */
final class ShownNumbers {
    private static final int MAX_TEMPORARY = 10_000;
    private static final int MAX_DIGITS = 16;

    private final JobNumbers numbers;
    private final Map<Name, Long> temporary = new HashMap<>();
    private final Map<Long, Name> names = new LinkedHashMap<>();
    private long next = JobNumbers.END;

    ShownNumbers(JobNumbers numbers) {
        this.numbers = numbers;
    }

    /** A job among all tubes. */
    record Name(TubeName tube, JobId id) {}

    /** The number of a job. */
    CompletionStage<Long> of(TubeName tube, JobId id) {
        long number = canonical(id.value());
        if (number < 0) {
            return CompletableFuture.completedStage(temporary(new Name(tube, id)));
        }
        return numbers.tubeOf(number)
                .thenApply(found -> found.filter(tube::equals).isPresent() ? number : temporary(new Name(tube, id)));
    }

    /** The job of a number; empty where there is none. */
    CompletionStage<Optional<Name>> find(long number) {
        if (number <= 0 || number >= JobNumbers.END) {
            return CompletableFuture.completedStage(named(number));
        }
        return numbers.tubeOf(number)
                .thenApply(tube -> tube.map(name -> new Name(name, new JobId(Long.toString(number)))));
    }

    /** The number whose decimal text this is; -1 = there is none. */
    private static long canonical(String text) {
        if (text.length() > MAX_DIGITS || text.charAt(0) == '0' || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return -1;
        }
        long number = Long.parseLong(text);
        return number < JobNumbers.END ? number : -1;
    }

    private synchronized long temporary(Name name) {
        Long known = temporary.get(name);
        if (known != null) {
            return known;
        }
        if (names.size() == MAX_TEMPORARY) {
            forget(names.keySet().iterator().next());
        }
        long number = next++;
        temporary.put(name, number);
        names.put(number, name);
        return number;
    }

    private synchronized Optional<Name> named(long number) {
        return Optional.ofNullable(names.get(number));
    }

    private void forget(@Nullable Long number) {
        Name name = names.remove(number);
        if (name != null) {
            temporary.remove(name);
        }
    }
}
