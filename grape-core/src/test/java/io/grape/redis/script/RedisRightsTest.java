package io.grape.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.grape.redis.broker.BrakeWatch;
import io.grape.redis.migration.Grape13Redis;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documented rights of a broker's Redis user are those of the commands that its scripts and its Java code use. */
final class RedisRightsTest {
    /** Methods of Lettuce that are not called as their command is. */
    private static final Map<String, String> OTHER_NAMES = Map.of(
            "configGet", "config|get",
            "clusterCountKeysInSlot", "cluster|countkeysinslot");

    /** Sent by Lettuce itself when it connects to a Cluster, or follows one. */
    private static final Set<String> OF_LETTUCE = Set.of("cluster|myid", "cluster|nodes", "asking", "client|setname");

    /** A command whose name is not written in the call. Only {@code try} has one, whose callers write it. */
    private static final Pattern HIDDEN = Pattern.compile("\\bredis\\.p?call\\((?!')");

    @Test
    void commandsOfScriptsAreListed() {
        Set<String> used = new TreeSet<>();
        for (ScriptSource script : ScriptSource.all()) {
            used.addAll(RedisRights.commandsIn(script.body()));
            if (!script.name().equals("read")) {
                assertThat(HIDDEN.matcher(script.body()).find())
                        .as(script.name())
                        .isFalse();
            }
        }
        assertThat(RedisRights.OF_SCRIPTS).containsExactlyElementsOf(used);
    }

    @Test
    void commandsOfJavaAreListed() {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(location -> !location.contains("test-classes"))
                .importPackages("io.grape.redis");
        Set<String> used = new TreeSet<>(OF_LETTUCE);
        classes.stream().filter(one -> !isOfOtherRedis(one)).forEach(one -> {
            one.getMethodCallsFromSelf().stream()
                    .filter(call -> call.getTargetOwner()
                            .getName()
                            .matches("io\\.lettuce\\.core\\.(?!sentinel).*AsyncCommands"))
                    .map(JavaAccess::getName)
                    .filter(method -> !method.equals("dispatch"))
                    .forEach(method -> used.add(OTHER_NAMES.getOrDefault(method, method.toLowerCase(Locale.ROOT))));
            one.getFieldAccessesFromSelf().stream()
                    .filter(access -> access.getTargetOwner().isEquivalentTo(CommandType.class))
                    .forEach(access -> used.add(access.getName().toLowerCase(Locale.ROOT)));
            if (one.isEquivalentTo(BrakeWatch.class)) {
                used.add("latency|histogram");
            }
        });
        Set<String> listed = new TreeSet<>(RedisRights.OF_JAVA);
        listed.addAll(RedisRights.OF_CLUSTER);
        assertThat(listed).isEqualTo(used);
        assertThat(RedisRights.OF_JAVA).isSorted();
    }

    /** An import reads a Redis of Grape 1.3, with a user of its own. */
    private static boolean isOfOtherRedis(JavaClass one) {
        return one.isEquivalentTo(Grape13Redis.class);
    }

    @Test
    void pageShowsTheRights() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("../docs/operations.md"), UTF_8);
        String block = String.join("\n", RedisRights.documented(new Keys("grape")));
        assertThat(block(lines, "<!-- rights: "))
                .as("the block of docs/operations.md")
                .isEqualTo(block);
        assertThat(block(lines, "<!-- rights in a cluster: ")).isEqualTo(RedisRights.documentedOfCluster());
    }

    private static String block(List<String> lines, String mark) {
        Stream<String> block = lines.stream()
                .dropWhile(line -> !line.startsWith(mark))
                .takeWhile(line -> !line.equals("<!-- end -->"))
                .skip(1);
        return block.filter(line -> !line.startsWith("```")).collect(Collectors.joining("\n"));
    }
}
