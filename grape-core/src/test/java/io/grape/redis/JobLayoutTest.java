package io.grape.redis;

import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Due;
import io.grape.core.job.Headers;
import io.grape.core.job.Job;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Payload;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is packed into the fields of a job is laid out as docs/storage.md says. */
final class JobLayoutTest extends StorageDocSteps {
    @Test
    void theHeaderIsLaidOutAsThePageSays() {
        timeIs(T0);
        produce(new NewJob(
                id("a"),
                new Payload("pay".getBytes(UTF_8), "text/plain"),
                JobTags.NONE,
                null,
                Headers.NONE,
                Due.after(HOUR),
                Duration.ofSeconds(90),
                4_294_967_295L,
                77,
                null,
                null,
                OnDuplicate.KEEP,
                null));
        StorageDoc.Packed header = DOC.header().read(field("a", "d"));
        assertThat(header.numbers())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "version", 1L,
                        "flags", 1L + 2 + 4 + 8 + 32,
                        "created", T0.toEpochMilli(),
                        "delay", HOUR.toMillis(),
                        "ttr", 90_000L,
                        "priority", 4_294_967_295L,
                        "maximum attempts", 77L,
                        "length of the content type", 10L));
        assertThat(new String(header.rest(), UTF_8)).isEqualTo("text/plainpay");
    }

    @Test
    void whatIsAsUsualTakesNoRoom() {
        timeIs(T0);
        produce(job("json"), NewJob.of(id("binary"), Payload.binary("{}".getBytes(UTF_8))));
        assertThat(DOC.header().read(field("json", "d")).numbers())
                .isEqualTo(Map.of("version", 1L, "flags", 16L, "created", T0.toEpochMilli()));
        assertThat(DOC.header().read(field("binary", "d")).numbers())
                .isEqualTo(Map.of("version", 1L, "flags", 0L, "created", T0.toEpochMilli()));
    }

    @Test
    void aPayloadOfMoreThanAKibibyteHasAFieldOfItsOwn() {
        byte[] large = new byte[1025];
        produce(NewJob.of(id("small"), Payload.binary(new byte[1024])), NewJob.of(id("large"), Payload.binary(large)));
        assertThat(field("small", "d")).hasSize(8 + 1024);
        assertThat(DOC.header().read(field("large", "d")).numbers()).containsEntry("flags", 64L);
        assertThat(field("large", "p")).isEqualTo(large);
    }

    @Test
    void headersHaveAFieldOfTheirOwnAndThenThePayloadTooHasOne() {
        timeIs(T0);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("traceparent", "00-1-2-01");
        headers.put("empty", "");
        produce(job("a").headers(new Headers(headers)));
        assertThat(DOC.header().read(field("a", "d")))
                .returns(
                        Map.of("version", 1L, "flags", 16L + 64 + 128, "created", T0.toEpochMilli()),
                        StorageDoc.Packed::numbers)
                .returns(0, header -> header.rest().length);
        assertThat(new String(field("a", "h"), UTF_8)).isEqualTo("traceparent:00-1-2-01\nempty:\n\n");
        assertThat(new String(field("a", "p"), UTF_8)).isEqualTo("{}");
    }

    /** What a release before headers makes of a job: it knows the flags up to 64. */
    @Test
    void aBrokerThatKnowsNoHeadersFindsThePayloadWhereItLooksForIt() {
        produce(job("a").headers(new Headers(Map.of("traceparent", "00-1-2-01"))));
        byte[] header = field("a", "d");
        assertThat(Byte.toUnsignedInt(header[1]) >= 64).as("by Lua, in field p").isTrue();
        assertThat(header[1] & 64).as("by Java").isEqualTo(64);
        assertThat(header).as("nothing between the header and the payload").hasSize(8);
        assertThat(new String(field("a", "p"), UTF_8)).isEqualTo("{}");
    }

    @Test
    void theRunIsLaidOutAsThePageSays() {
        timeIs(T0);
        produce(job("a"));
        Job job = get(broker.consume(TUBE, 1, Duration.ZERO)).jobs().get(0);
        assertThat(DOC.run().read(field("a", "x")).numbers())
                .isEqualTo(Map.of(
                        "executions", 1L,
                        "lease", job.requireLease().value(),
                        "score", Double.doubleToLongBits((double) T0.toEpochMilli())));
        acknowledge(new Acknowledgement.Release(id("a"), job.requireLease(), HOUR, 7L));
        assertThat(DOC.run().read(field("a", "x")).numbers())
                .isEqualTo(Map.of(
                        "executions", 1L,
                        "lease", 0L,
                        "score", Double.doubleToLongBits((double) T0.toEpochMilli()),
                        "delay", HOUR.toMillis(),
                        "priority", 7L));
    }
}
