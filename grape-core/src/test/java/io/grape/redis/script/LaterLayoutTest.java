package io.grape.redis.script;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.JobState;
import io.grape.core.job.DueWindow;
import io.grape.core.job.TagFilter;
import io.grape.core.operation.Operation;
import io.grape.core.operation.OperationEnd;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationState;
import io.grape.core.operation.OperationTask;
import io.grape.redis.RawRedis;
import io.grape.redis.RepairFixture;
import io.grape.redis.TestRedis;
import io.grape.redis.TestStore;
import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A tube whose keys a later release laid out is left alone, whatever is asked of it, and hides no other. */
final class LaterLayoutTest {
    private static final String SAYS = "tube orders was made by a later release";

    private final RepairFixture there = new RepairFixture(TestRedis.uri());
    private final TestStore here = there.here;
    private final RawRedis redis = RawRedis.to(TestRedis.uri());

    static Stream<String> scripts() {
        return ScriptHeaderTest.scripts()
                .filter(script -> !script.isOfRegistry())
                .map(ScriptSource::name);
    }

    @BeforeEach
    void produce() {
        here.produce(2);
    }

    @AfterEach
    void close() {
        redis.close();
        there.close();
    }

    private String[] tubeKeys() {
        return Stream.of("tube", "delay", "retain", "failed", "coming", "urgent", "gap")
                .map(end -> new String(there.key(end), UTF_8))
                .toArray(String[]::new);
    }

    private void made(int version) {
        redis.commands().hset(tubeKeys()[0], "version", Integer.toString(version));
    }

    private Map<String, String> keys() {
        Map<String, String> all = new TreeMap<>();
        String pattern = tubeKeys()[0].replaceFirst("tube$", "*");
        for (String key : redis.commands().keys(pattern)) {
            all.put(key, Arrays.toString(redis.commands().dump(key)));
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void everyScriptRefusesItAndChangesNothing(String name) {
        made(5);
        refused(name);
        redis.commands().hset(tubeKeys()[0], "deleting", "1");
        refused(name);
    }

    private void refused(String name) {
        String text = new String(Script.ofTube(name).text(Script.CLOCK).bytes(), UTF_8);
        String[] values = new String[13];
        Arrays.fill(values, "0");
        values[0] = tubeKeys()[0].replaceFirst("tube$", "j:");
        values[12] = "call";
        Map<String, String> before = keys();
        List<String> reply = redis.commands().eval(text, ScriptOutputType.MULTI, tubeKeys(), values);
        assertThat(reply).containsExactly("LATER_RELEASE", "call");
        assertThat(keys()).isEqualTo(before);
    }

    @Test
    void callsSayWhyAndTheSelfCheckPassesItOver() {
        made(5);
        there.strike();
        assertThat(there.round()).isEmpty();
        assertThat(TestStore.failure(here.store().tubes().describe(TUBE)).orElseThrow())
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.WRONG_STATE))
                .hasMessage(SAYS);
        assertThat(TestStore.failure(here.produceAsync("new")).orElseThrow()).hasMessage(SAYS);
        assertThat(TestStore.failure(here.store().tubes().delete(TUBE)).orElseThrow())
                .hasMessage(SAYS);
        made(1);
        assertThat(here.consume(10)).hasSize(2);
    }

    @Test
    void anOperationIsLeftToABrokerThatKnowsTheLayout() {
        Operation begun = get(here.store().operations().begin(deletion()));
        OperationTask task = get(here.store().operationWork().take()).orElseThrow();
        made(5);
        assertThat(TestStore.failure(here.store().operationWork().slice(task, 10))
                        .orElseThrow())
                .hasMessage(SAYS);
        assertThat(get(here.store().operations().get(begun.id())).state()).isEqualTo(OperationState.RUNNING);
        made(1);
        assertThat(get(here.store().operationWork().slice(task, 10)).end())
                .isEqualTo(new OperationEnd(OperationState.DONE, ""));
    }

    private static OperationRequest deletion() {
        return new OperationRequest(
                OperationKind.DELETE,
                TUBE,
                JobState.FAILED,
                null,
                DueWindow.ANY,
                TagFilter.ANY,
                null,
                null,
                Duration.ZERO,
                null,
                null,
                "t");
    }
}
