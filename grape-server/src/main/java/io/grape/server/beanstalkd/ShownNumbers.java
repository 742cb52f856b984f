package io.grape.server.beanstalkd;

import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.JobNumbers;
import io.grape.server.admission.MemoryBudget;
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

    private static final long BYTES_OF_ONE = 400;
    private static final long BYTES_OF_A_LETTER = 3;

    private final JobNumbers numbers;
    private final SessionMemory memory;
    private final Map<Name, Long> temporary = new HashMap<>();
    private final Map<Long, Name> names = new LinkedHashMap<>();
    private long next = JobNumbers.END;

    ShownNumbers(JobNumbers numbers, SessionMemory memory) {
        this.numbers = numbers;
        this.memory = memory;
    }

    /** A job among all tubes. */
    record Name(TubeName tube, JobId id) {
        private long bytes() {
            return BYTES_OF_ONE
                    + BYTES_OF_A_LETTER * (tube.value().length() + id.value().length());
        }
    }

    /** The number of a job. Fails with OVERLOADED where there is no memory for a temporary one. */
    CompletionStage<Long> of(TubeName tube, JobId id) {
        long number = canonical(id.value());
        if (number < 0) {
            return temporary(new Name(tube, id));
        }
        return numbers.tubeOf(number)
                .thenCompose(found -> found.filter(tube::equals).isPresent()
                        ? CompletableFuture.completedStage(number)
                        : temporary(new Name(tube, id)));
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

    private synchronized CompletionStage<Long> temporary(Name name) {
        Long known = temporary.get(name);
        if (known != null) {
            return CompletableFuture.completedStage(known);
        }
        if (names.size() == MAX_TEMPORARY) {
            forget(names.keySet().iterator().next());
        }
        if (!memory.take(name.bytes())) {
            return CompletableFuture.failedStage(MemoryBudget.full("numbers"));
        }
        long number = next++;
        temporary.put(name, number);
        names.put(number, name);
        return CompletableFuture.completedStage(number);
    }

    private synchronized Optional<Name> named(long number) {
        return Optional.ofNullable(names.get(number));
    }

    private void forget(@Nullable Long number) {
        Name name = names.remove(number);
        if (name != null) {
            temporary.remove(name);
            memory.give(name.bytes());
        }
    }
}
