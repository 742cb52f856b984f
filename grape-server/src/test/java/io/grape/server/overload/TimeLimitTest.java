package io.grape.server.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.harness.Programs;
import io.grape.server.http.Wire.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls that say how long their callers wait, while Redis stands still. */
class TimeLimitTest extends OwnRedis {
    private void awaitFirstAttempt() {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(wire.post("/v1/tubes/t/consume?waitMs=1000")
                                .is(200)
                                .first("jobs")
                                .getInteger("attempt"))
                        .isOne());
    }

    @Test
    void jobsThatComeTooLateGoBackUncounted() {
        produce(1).is(201);
        Programs.stop(redis.process());
        Answer late = wire.post("/v1/tubes/t/consume", "", "Grape-Timeout-Ms", "300");
        late.isProblem(503, "STORE_UNAVAILABLE", "time limit passed before jobs arrived");
        Programs.resume(redis.process());
        awaitFirstAttempt();
    }

    @Test
    void soDoesAJobThatWasTakenTooLate() {
        produce(1).is(201);
        wire.post("/v1/tubes/t/jobs/nowhere/consume").is(404);
        Programs.stop(redis.process());
        wire.post("/v1/tubes/t/jobs/1/consume", "", "Grape-Timeout-Ms", "300")
                .isProblem(503, "STORE_UNAVAILABLE", "time limit passed before Redis replied");
        Programs.resume(redis.process());
        awaitFirstAttempt();
    }

    @Test
    void aProduceWhoseTimeEndsOnTheWayIsUnknown() {
        Programs.stop(redis.process());
        Answer late = wire.put("/v1/tubes/t/jobs/a", "x", "Grape-Timeout-Ms", "300");
        assertThat(late.is(503).json().getString("code")).isEqualTo("STORE_UNAVAILABLE");
        Programs.resume(redis.process());
    }

    @Test
    void aLookDoesNotLastLongerThanItsCallerWaits() {
        Programs.stop(redis.process());
        wire.send("GET", "/v1/tubes/t/jobs/a", new byte[0], "Grape-Timeout-Ms", "300")
                .isProblem(503, "STORE_UNAVAILABLE", "time limit passed before Redis replied");
        Programs.resume(redis.process());
    }

    @Test
    void aWaitForAResultIsNoLongerThanItsCaller() {
        produce(1).is(201);
        wire.send("GET", "/v1/tubes/t/jobs/1/result?waitMs=60000", new byte[0], "grpc-timeout", "500m")
                .is(202);
    }

    @Test
    void aConsumeWaitsNoLongerThanItsCaller() {
        // A busy machine may be late with a response, which is then 503.
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(wire.post("/v1/tubes/t/consume?waitMs=60000", "", "grpc-timeout", "500m")
                                        .is(200)
                                        .list("jobs"))
                                .isEmpty());
    }

    @Test
    void aTimeThatCannotBeReadIsRefused() {
        for (String bad : List.of("0", "-1", "+5", "1.5", "86400001", "999999999", "1s", "x")) {
            Answer answer = wire.put("/v1/tubes/t/jobs/a", "x", "Grape-Timeout-Ms", bad);
            assertThat(answer.is(400).json().getString("detail")).contains("Grape-Timeout-Ms");
        }
        for (String bad : List.of("0S", "5", "S", "5s", "123456789m", "25H")) {
            assertThat(wire.put("/v1/tubes/t/jobs/a", "x", "grpc-timeout", bad)
                            .is(400)
                            .json()
                            .getString("detail"))
                    .contains("grpc-timeout");
        }
        wire.put("/v1/tubes/t/jobs/a", "x", "Grape-Timeout-Ms", "5000", "grpc-timeout", "5S")
                .is(400);
        wire.put("/v1/tubes/t/jobs/a", "x", "Grape-Timeout-Ms", "86400000").is(201);
    }
}
