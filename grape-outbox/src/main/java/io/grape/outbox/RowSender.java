package io.grape.outbox;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.grape.client.AckLevel;
import io.grape.client.AsyncGrape;
import io.grape.client.Codec;
import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.NewJob;
import io.grape.client.Produced;
import io.grape.client.Result;
import io.grape.client.Tube;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Produces the jobs of rows: those of a tube in one call, in the order of their rows. A row that was refused before goes alone, so
 * that whatever is wrong with it costs no other. It does not wait where a broker is overloaded, because rows are locked
 * meanwhile.
 */
final class RowSender {
    private final AsyncGrape grape;
    private final AckLevel ack;
    private final Duration timeout;
    private final Duration probeTimeout;

    /** @param timeout of all calls of one {@link #send} together */
    RowSender(Grape grape, AckLevel ack, Duration timeout) {
        this.grape = grape.async().within(timeout).failingIfOverloaded();
        this.ack = ack;
        this.timeout = timeout;
        this.probeTimeout = timeout.dividedBy(2);
    }

    /** Bytes that were encoded before. */
    private record Encoded(String contentType) implements Codec<byte[]> {
        @Override
        public byte[] encode(byte[] payload) {
            return payload;
        }

        @Override
        public byte[] decode(byte[] bytes) {
            return bytes;
        }
    }

    /** @param alone the row that has a call of its own; 0: none */
    private record Destination(Tube<byte[]> tube, long alone) {
        static Destination of(OutboxRow row) {
            return new Destination(
                    Tube.of(row.tube(), new Encoded(row.contentType())), row.attempts() > 0 ? row.id() : 0);
        }
    }

    private record Unsent(OutboxRow row, NewJob<byte[]> job) {
        SentRow ended(Result<Produced> result) {
            return SentRow.of(row, job, result);
        }
    }

    private record Call(List<Unsent> rows, CompletableFuture<List<Result<Produced>>> results) {
        List<SentRow> end() {
            if (!results.isDone() || results.isCancelled()) {
                return all(new GrapeException(ErrorCode.TIMED_OUT, "no response in time"));
            } else if (results.isCompletedExceptionally()) {
                return all(new GrapeException(
                        ErrorCode.UNKNOWN,
                        "the call failed: " + results.handle((r, e) -> e).join()));
            }
            List<Result<Produced>> known = results.join();
            List<SentRow> sent = new ArrayList<>();
            for (int i = 0; i < rows.size(); i++) {
                sent.add(rows.get(i).ended(known.get(i)));
            }
            return sent;
        }

        private List<SentRow> all(GrapeException failure) {
            return rows.stream()
                    .map(unsent -> unsent.ended(Result.failed(failure)))
                    .toList();
        }
    }

    /** One result for each row, in any order. Takes no longer than the timeout. */
    List<SentRow> send(List<OutboxRow> rows) throws InterruptedException {
        List<SentRow> sent = new ArrayList<>();
        Map<Destination, List<Unsent>> calls = new LinkedHashMap<>();
        for (OutboxRow row : rows) {
            try {
                NewJob<byte[]> job = JobSettings.parse(row.settings()).toJob(row.jobId(), row.payload());
                calls.computeIfAbsent(Destination.of(row), first -> new ArrayList<>())
                        .add(new Unsent(row, job));
            } catch (JsonProcessingException | RuntimeException e) {
                sent.add(SentRow.refused(row, unreadable(e)));
            }
        }
        List<Call> made = calls.entrySet().stream()
                .map(call -> new Call(call.getValue(), produce(call.getKey().tube(), call.getValue())))
                .toList();
        awaitAll(made.stream().map(Call::results).toList());
        made.forEach(call -> sent.addAll(call.end()));
        return sent;
    }

    private static GrapeException unreadable(Exception failure) {
        return new GrapeException(ErrorCode.BAD_REQUEST, "row: cannot be read: " + failure.getMessage(), null, failure);
    }

    private CompletableFuture<List<Result<Produced>>> produce(Tube<byte[]> tube, List<Unsent> rows) {
        return grape.produceAll(tube, rows.stream().map(Unsent::job).toList(), ack);
    }

    /** Whether a broker responds to a call that has nothing to do with any row. Takes up to half of the timeout. */
    boolean isReached(String tube) throws InterruptedException {
        CompletableFuture<?> probe = grape.within(probeTimeout).tubes().status(tube);
        try {
            probe.get(probeTimeout.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (ExecutionException e) {
            return e.getCause() instanceof GrapeException refusal
                    && Verdict.of(refusal, false).isOfBroker();
        } catch (TimeoutException e) {
            return false;
        } finally {
            probe.cancel(true);
        }
    }

    /** Gives up what has no response in time. */
    private void awaitAll(List<CompletableFuture<List<Result<Produced>>>> all) throws InterruptedException {
        try {
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // Each tells by itself how it ended.
            return;
        } finally {
            all.forEach(one -> one.cancel(true));
        }
    }
}
