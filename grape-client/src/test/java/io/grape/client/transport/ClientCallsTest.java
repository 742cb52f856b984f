package io.grape.client.transport;

import static io.grape.client.transport.FakeBroker.answers;
import static io.grape.client.transport.FakeBroker.first;
import static io.grape.client.transport.FakeBroker.hangsUp;
import static io.grape.client.transport.FakeBroker.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.client.Acknowledgement;
import io.grape.client.ClientEvents;
import io.grape.client.Codec;
import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.Job;
import io.grape.client.Lease;
import io.grape.client.NewJob;
import io.grape.client.Produced;
import io.grape.client.Result;
import io.grape.client.Tube;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a client's calls become on the wire where it is repeated, cancelled, or told to send headers. */
class ClientCallsTest {
    private static final Tube<String> TUBE = Tube.of("mail", Codec.text());
    private static final String JOBS =
            "{\"jobs\":[{\"id\":\"a\",\"tube\":\"mail\",\"state\":\"retained\",\"priority\":0,\"attempt\":1,"
                    + "\"maxAttempts\":1,\"delayMs\":0,\"ttrMs\":1000,\"createdAt\":\"2030-01-01T00:00:00Z\","
                    + "\"dueAt\":\"2030-01-01T00:00:00Z\",\"lease\":\"5\",\"leaseUntil\":\"2030-01-01T00:00:01Z\","
                    + "\"contentType\":\"text/plain\",\"payloadBase64\":\"YQ==\"}]}";
    private static final Pattern WAIT = Pattern.compile("waitMs=(\\d+)");

    private final FakeBroker broker =
            new FakeBroker(answers(200, "{\"id\":\"a\",\"created\":true,\"state\":\"ready\",\"results\":[]}"));
    private final Grape grape = Grape.builder()
            .brokers(List.of(broker.uri()))
            .events(ClientEvents.NONE)
            .headers(() -> Map.of("traceparent", "00-a-b-01", "origin", "shop"))
            .build();

    @AfterEach
    void close() {
        grape.close();
        broker.close();
    }

    @Test
    void eachJobGetsTheHeadersOfItsCallerButKeepsItsOwn() {
        NewJob<String> job = NewJob.of("x").header("origin", "mine");
        grape.produce(TUBE, job);
        grape.produceAll(TUBE, List.of(job));
        assertThat(broker.calls().get(0))
                .contains("Grape-Header-traceparent: 00-a-b-01\r\n", "Grape-Header-origin: mine\r\n");
        assertThat(broker.calls().get(1)).contains("\"headers\":{\"origin\":\"mine\",\"traceparent\":\"00-a-b-01\"}");
    }

    @Test
    void aFinishWhoseAnswerWasLostIsDoneWhereTheJobIsGone() {
        broker.does(first(
                hangsUp(), answers(200, "{\"results\":[{\"id\":\"a\",\"error\":{\"code\":\"JOB_NOT_FOUND\"}}]}")));
        assertThat(grape.acknowledge("mail", new Acknowledgement.Finish("a", Lease.of("7")))
                        .id())
                .isEqualTo("a");
    }

    @Test
    void aConsumeThatIsRepeatedWaitsForTheRestOfItsTime() {
        broker.does(first(hangsUp(), answers(200, "{\"jobs\":[]}")));
        assertThat(grape.consume(TUBE, 1, Duration.ofSeconds(5))).isEmpty();
        assertThat(wait(broker.calls().get(0))).isEqualTo(5000);
        assertThat(wait(broker.calls().get(1))).isLessThan(5000);
    }

    @Test
    void aJobThatAnOverloadedBrokerRefusedIsSentOnceMore() {
        broker.does(first(
                answers(200, "{\"results\":[{\"id\":\"a\",\"error\":{\"code\":\"OVERLOADED\",\"detail\":\"full\"}}]}"),
                answers(200, "{\"results\":[{\"id\":\"a\",\"created\":true,\"state\":\"ready\"}]}")));
        assertThat(grape.produceAll(TUBE, List.of(NewJob.of("x").id("a")))
                        .get(0)
                        .isOk())
                .isTrue();
        assertThat(broker.calls()).hasSize(2);
    }

    @Test
    void aBatchIsNotSentToABrokerThatShedItsFirstCall() {
        broker.does(refuses(503, "OVERLOADED", "Retry-After: 1000", "Grape-Overloaded: queue"));
        List<Result<Produced>> results =
                grape.produceAll(TUBE, Collections.nCopies(2500, NewJob.of("x").id("x")));
        assertThat(results)
                .hasSize(2500)
                .allSatisfy(result -> assertThat(result.failure())
                        .extracting(GrapeException::code)
                        .isEqualTo(ErrorCode.OVERLOADED));
        assertThat(broker.calls()).hasSize(1);
    }

    @Test
    void theFailureSaysHowLongToWait() {
        broker.does(refuses(503, "OVERLOADED", "Retry-After: 1000", "Grape-Overloaded: queue"));
        assertThatThrownBy(() -> grape.produce(TUBE, "x")).isInstanceOfSatisfying(GrapeException.class, failure -> {
            assertThat(failure.code()).isEqualTo(ErrorCode.OVERLOADED);
            assertThat(failure.retryAfter()).isEqualTo(Duration.ofSeconds(1000));
            assertThat(failure.jobId()).isNotNull();
        });
    }

    private static int wait(String request) {
        Matcher wait = WAIT.matcher(request);
        assertThat(wait.find()).as(request).isTrue();
        return Integer.parseInt(wait.group(1));
    }

    @Test
    void aBatchThatIsGivenUpSendsNoMore() throws InterruptedException {
        broker.does(broker.hangs());
        CompletableFuture<List<Result<Produced>>> batch = grape.async()
                .produceAll(
                        TUBE,
                        IntStream.range(0, 2500).mapToObj(i -> NewJob.of("x")).toList());
        await().until(() -> broker.calls().size() == 1);
        assertThat(batch.cancel(true)).isTrue();
        assertThat(broker.left().await(10, TimeUnit.SECONDS)).isTrue();
        broker.does(answers(200, "{\"id\":\"a\",\"created\":true,\"state\":\"ready\"}"));
        grape.produce(TUBE, "afterwards");
        assertThat(broker.calls()).hasSize(2);
    }

    @Test
    void aShorterTimeIsOnlyThatOfTheView() {
        broker.does(broker.hangs());
        assertThatThrownBy(() -> grape.within(Duration.ofMillis(200)).kickAll(TUBE, 1))
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.TIMED_OUT));
        broker.does(answers(200, "{\"kicked\":3}"));
        assertThat(grape.kickAll(TUBE, 1)).isEqualTo(3);
    }

    /** Whether the client saw the begin of the answer before it was cancelled cannot be told from here: then it is tried again. */
    @Test
    void whatIsComingWhenItsConsumeIsCancelledIsNotLost() {
        await().until(this::isTooLateToCancel);
    }

    private boolean isTooLateToCancel() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        broker.does((request, socket) -> {
            String head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + JOBS.length()
                    + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            begun.countDown();
            cancelled.await();
            socket.getOutputStream().write(JOBS.getBytes(StandardCharsets.US_ASCII));
        });
        CompletableFuture<List<Job<String>>> consume = grape.async().consume(TUBE, 1, Duration.ofSeconds(5));
        CompletableFuture<Integer> count = consume.thenApply(List::size);
        await().until(() -> begun.getCount() == 0);
        boolean isTooLate = !count.cancel(true);
        cancelled.countDown();
        if (isTooLate) {
            assertThat(count.join()).isEqualTo(1);
            assertThat(consume.join().get(0).payload()).isEqualTo("a");
        }
        return isTooLate;
    }
}
