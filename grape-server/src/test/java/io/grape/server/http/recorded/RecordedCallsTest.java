package io.grape.server.http.recorded;

import static org.assertj.core.api.Assertions.fail;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.grape.server.http.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The broker replies to thousands of valid and invalid requests as it did when the files in {@code src/test/resources/recorded} were
 * written. Names of fields and their bounds are literals here, and not taken from the broker's declarations, so that a change of a
 * declaration is noticed.
 *
 * <p>After an intended change, {@code ./grape test -Dtest=RecordedCallsTest -Dgrape.recorded=write} writes the files.
 */
@Tag("slow")
class RecordedCallsTest {
    private static final Path RECORDED = Path.of("src/test/resources/recorded");
    private static final Path MADE = Path.of("target/recorded");

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    static Stream<Arguments> groups() {
        return Stream.of(
                group("tube-settings", TubeSettingsCalls::sendAll),
                group("tube-settings-changes", TubeSettingsCalls::sendChanges),
                group("keys", KeyCalls::sendAll),
                group("gates", GateCalls::sendAll),
                group("schedules", ScheduleCalls::sendAll),
                group("schedule-previews", ScheduleCalls::sendPreviews),
                group("operations", OperationCalls::sendAll),
                group("quotas", QuotaCalls::sendAll),
                group("accounts", AccountCalls::sendAll),
                group("produces", ProduceCalls::sendAll),
                group("produces-in-json", ProduceCalls::sendJson),
                group("changes", ChangeCalls::sendAll),
                group("imports", ImportCalls::sendAll),
                group("acknowledgements", AcknowledgementCalls::sendAll),
                group("acknowledgements-in-json", AcknowledgementCalls::sendJson),
                group("lists", ListCalls::sendAll),
                group("queries", QueryCalls::sendAll));
    }

    private static Arguments group(String name, Consumer<CallRecorder> calls) {
        return Arguments.of(name, calls);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("groups")
    void repliesAreThoseThatWereRecorded(String group, Consumer<CallRecorder> calls) throws IOException {
        CallRecorder recorder = new CallRecorder(Wire.to(server));
        calls.accept(recorder);
        List<String> made = recorder.texts();
        String file = group + ".txt";
        boolean isWritten = System.getProperty("grape.recorded", "").equals("write");
        Path directory = Files.createDirectories(isWritten ? RECORDED : MADE);
        Files.writeString(directory.resolve(file), String.join("", made));
        if (!isWritten) {
            compare(group, RecordedCall.texts(Files.readString(RECORDED.resolve(file))), made);
        }
    }

    private static void compare(String group, List<String> recorded, List<String> made) {
        int first = 0;
        int most = Math.max(recorded.size(), made.size());
        while (first < most && at(recorded, first).equals(at(made, first))) {
            first++;
        }
        if (first < most) {
            fail(
                    """
                    %s: call %d of %d differs; %d calls have another reply. All: diff grape-server/%s grape-server/%s
                    If the change is intended: ./grape test -Dtest=RecordedCallsTest -Dgrape.recorded=write

                    recorded:
                    %s
                    now:
                    %s""",
                    group,
                    first + 1,
                    most,
                    differing(recorded, made),
                    RECORDED.resolve(group + ".txt"),
                    MADE.resolve(group + ".txt"),
                    at(recorded, first),
                    at(made, first));
        }
    }

    private static int differing(List<String> recorded, List<String> made) {
        List<String> gone = new ArrayList<>(recorded);
        made.forEach(gone::remove);
        return gone.size();
    }

    private static String at(List<String> calls, int index) {
        return index < calls.size() ? calls.get(index) : "no call";
    }
}
