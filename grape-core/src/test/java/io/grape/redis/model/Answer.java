package io.grape.redis.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.job.Checkpoint;
import io.grape.core.job.ConsumeResult;
import io.grape.core.job.Job;
import io.grape.core.job.JobWork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What a call came to, as a text: a value or the code of a failure.
 *
 * @param next of a consume: how long until there may be more
 */
record Answer(
        String text,
        @Nullable ConsumeResult handout,
        @Nullable Duration next) {
    static CompletionStage<Answer> of(CompletionStage<?> stage) {
        return stage.handle((value, failure) -> {
            if (failure != null) {
                boolean wrapped = failure instanceof CompletionException && failure.getCause() != null;
                return new Answer(text(wrapped ? failure.getCause() : failure), null, null);
            }
            return value instanceof ConsumeResult handout
                    ? new Answer(text(handout.jobs()) + " at " + handout.at(), handout, handout.next())
                    : new Answer(text(value), null, null);
        });
    }

    /**
     * Why an answer of the store is not this one of the model. Where other priorities than the default one are in use, a
     * consumer may be told to come back too early: their index keeps the due time of a job that was removed.
     */
    Optional<String> differenceFrom(Answer found, boolean mayBeEarly) {
        if (!text.equals(found.text)) {
            return difference("answer", text, found.text);
        }
        Duration real = found.next;
        boolean early = mayBeEarly && real != null && !real.isZero() && (next == null || real.compareTo(next) <= 0);
        boolean same = next == null ? real == null : next.equals(real);
        return same || early ? Optional.empty() : difference("next", next, real);
    }

    private static Optional<String> difference(String what, @Nullable Object expected, @Nullable Object found) {
        return Optional.of(what + "\n      expected " + expected + "\n      found    " + found);
    }

    private static String text(@Nullable Object value) {
        if (value instanceof List<?> list) {
            List<String> texts = new ArrayList<>();
            list.forEach(element -> texts.add(text(element)));
            return texts.toString();
        }
        if (value instanceof ItemResult<?> outcome) {
            return text(outcome.failure() != null ? outcome.failure() : outcome.value());
        }
        if (value instanceof GrapeException failure) {
            return failure.code() == ErrorCode.INTERNAL
                    ? failure.toString()
                    : failure.code().name();
        }
        return value instanceof Job job ? text(job) : String.valueOf(value);
    }

    private static String text(Job job) {
        String fields = job.toString();
        return fields.substring(0, fields.indexOf("payload="))
                + job.payload().contentType()
                + " "
                + new String(job.payload().bytes(), ISO_8859_1)
                + text(job.work());
    }

    private static String text(JobWork work) {
        Checkpoint checkpoint = work.checkpoint();
        String left = checkpoint == null ? "" : new String(checkpoint.payload().bytes(), ISO_8859_1);
        return " cancelled " + work.cancelled() + " progress " + work.progress() + " checkpoint " + left + " outcome "
                + work.outcome();
    }
}
