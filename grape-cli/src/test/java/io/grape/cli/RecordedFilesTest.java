package io.grape.cli;

import static org.assertj.core.api.Assertions.fail;

import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * {@code grape apply} prints the same for each of more than a thousand valid and invalid files, and sends the same requests, as when
 * {@code src/test/resources/recorded/apply.txt} was written.
 *
 * <p>After an intended change, {@code ./grape test -Dtest=RecordedFilesTest -Dgrape.recorded=write} writes the file.
 */
@GrapeTest
@Tag("slow")
class RecordedFilesTest {
    private static final Path RECORDED = Path.of("src/test/resources/recorded/apply.txt");
    private static final Path MADE = Path.of("target/recorded/apply.txt");
    private static final String INDENT = "  ";
    /** A text that is repeated 20 times or more, which is shortened to keep lines readable. */
    private static final Pattern REPEATED = Pattern.compile("(.{1,20}?)\\1{19,}");

    /** The id of a request, which differs from run to run. */
    private static final Pattern REQUEST = Pattern.compile("\\(request [0-9a-f]{1,16}\\)");

    private final List<String> made = new ArrayList<>();

    @Test
    void filesAreAppliedAsTheyWereWhenRecorded(TestBroker broker) throws IOException {
        try (RecordingProxy proxy = new RecordingProxy(broker.uri())) {
            Shell shell = Shell.of(proxy.uri());
            made.add("# On a broker that has nothing.\n");
            for (String file : ApplyFiles.creations()) {
                apply(shell, proxy, file);
                proxy.deleteMade();
            }
            made.add("# On a broker that has a tube with all settings, a gate, a schedule and a quota.\n");
            for (String file : ApplyFiles.changes()) {
                full(proxy);
                apply(shell, proxy, file);
            }
            options(shell, proxy);
        }
        check();
    }

    private static void full(RecordingProxy proxy) {
        remove(proxy);
        for (String[] request : ApplyFiles.FULL) {
            int status = proxy.send(request[0], request[1], request[2]);
            if (status != 201) {
                throw new IllegalStateException(String.join(" ", request) + ": " + status);
            }
        }
    }

    /** Removes the tube and the quota that {@link ApplyFiles#FULL} creates. */
    private static void remove(RecordingProxy proxy) {
        proxy.send("DELETE", "/v1/tubes/a?confirm=a", "");
        proxy.send("DELETE", "/v1/quotas/q", "");
    }

    private void options(Shell shell, RecordingProxy proxy) {
        String file = "tubes: {a: {ttr: 5m, gates: {h: {match: {all: true}, mode: drop}}, schedules: {}}}\nquotas: {}";
        for (String[] options : List.of(
                new String[] {"--dry-run"},
                new String[] {"--dry-run", "--prune"},
                new String[] {"--prune"},
                new String[] {"--prune", "--yes"},
                new String[] {"-o", "json"},
                new String[] {"-o", "json", "--dry-run"})) {
            full(proxy);
            apply(shell, proxy, file, options);
        }
        remove(proxy);
    }

    private void apply(Shell shell, RecordingProxy proxy, String file, String... options) {
        List<String> args = new ArrayList<>(List.of("apply", "-f", "-"));
        args.addAll(List.of(options));
        proxy.takeRequests();
        Shell.Result result = shell.type(file, args.toArray(String[]::new));
        StringBuilder text = new StringBuilder(shown(file.isEmpty() ? "(an empty file)" : file));
        for (String option : options) {
            text.append(' ').append(option);
        }
        text.append('\n');
        proxy.takeRequests().forEach(request -> line(text, "> ", request));
        result.out().lines().forEach(line -> line(text, "", line));
        result.err().lines().forEach(line -> line(text, "! ", line));
        line(text, "exit ", "" + result.code());
        made.add(text.toString());
    }

    private static void line(StringBuilder text, String sign, String line) {
        text.append(INDENT).append(sign).append(shown(line)).append('\n');
    }

    private static String shown(String text) {
        String oneLine = text.replace("\n", "\\n").replace("\t", "\\t");
        return REPEATED.matcher(REQUEST.matcher(oneLine).replaceAll("(request <id>)"))
                .replaceAll(found -> Matcher.quoteReplacement(
                        "<" + found.group().length() / found.group(1).length() + " times " + found.group(1) + ">"));
    }

    private void check() throws IOException {
        boolean isWritten = System.getProperty("grape.recorded", "").equals("write");
        Path file = isWritten ? RECORDED : MADE;
        Files.createDirectories(file.getParent());
        Files.writeString(file, String.join("", made));
        if (!isWritten) {
            compare(texts(Files.readString(RECORDED)));
        }
    }

    /** The parts of the file: each begins with a line that is not indented. */
    private static List<String> texts(String file) {
        List<String> texts = new ArrayList<>();
        for (String line : file.lines().toList()) {
            if (line.startsWith(INDENT) && !texts.isEmpty()) {
                texts.set(texts.size() - 1, texts.get(texts.size() - 1) + line + '\n');
            } else {
                texts.add(line + '\n');
            }
        }
        return texts;
    }

    private void compare(List<String> recorded) {
        int first = 0;
        int most = Math.max(recorded.size(), made.size());
        while (first < most && at(recorded, first).equals(at(made, first))) {
            first++;
        }
        if (first < most) {
            fail("""
                    File %d of %d differs; %d files have another result. All: diff grape-cli/%s grape-cli/%s
                    If the change is wanted: ./grape test -Dtest=RecordedFilesTest -Dgrape.recorded=write

                    recorded:
                    %s
                    now:
                    %s""", first + 1, most, differing(recorded, made), RECORDED, MADE, at(recorded, first), at(made, first));
        }
    }

    private static int differing(List<String> recorded, List<String> made) {
        List<String> gone = new ArrayList<>(recorded);
        made.forEach(gone::remove);
        return gone.size();
    }

    private static String at(List<String> files, int index) {
        return index < files.size() ? files.get(index) : "no file\n";
    }
}
