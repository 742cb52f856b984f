package io.grape.redis.tube;

import io.grape.core.CallContext;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.key.KeyPage;
import io.grape.core.key.KeySort;
import io.grape.core.key.KeyState;
import io.grape.redis.script.Args;
import io.grape.redis.script.Lane;
import io.grape.redis.script.Script;
import io.grape.redis.script.TubeScripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lists the keys of a tube: those with waiting jobs by their backlog, then those that only have leases, then those
 * that only have an override. Other orders sort the largest of them.
 */
final class KeyLister {
    private static final Script NAMES = Script.ofTube("key_names");
    private static final int SORTED = 1000;
    private static final Pattern CURSOR = Pattern.compile("([wlo])-([0-9]{1,9})");

    private final TubeScripts scripts;
    private final TubeName tube;
    private final KeyReader reader;
    private final KeySort sort;
    private final CallContext context;

    KeyLister(TubeScripts scripts, TubeName tube, KeySort sort, CallContext context) {
        this.scripts = scripts;
        this.tube = tube;
        this.reader = new KeyReader(scripts, tube);
        this.sort = sort;
        this.context = context;
    }

    /** The parts of a list, the last one first, by their letter in a cursor. */
    private enum Part {
        OVERRIDDEN('o', "keys", null),
        LEASED('l', "holders", OVERRIDDEN),
        WAITING('w', "lanes", LEASED);

        private final char letter;
        private final String index;
        private final @Nullable Part next;

        Part(char letter, String index, @Nullable Part next) {
            this.letter = letter;
            this.index = index;
            this.next = next;
        }

        static Part of(String letter) {
            return Stream.of(values())
                    .filter(part -> part.letter == letter.charAt(0))
                    .findFirst()
                    .orElseThrow();
        }

        String cursor(int rank) {
            return letter + "-" + rank;
        }

        /**
         * True if a key is of this part, and not of an earlier one. Of several lanes of a key, only its most urgent
         * one counts.
         */
        boolean has(KeyReader.Found found, String name) {
            return switch (this) {
                case WAITING -> name.equals(found.lane());
                case LEASED -> found.lane() == null && found.state().held() > 0;
                case OVERRIDDEN -> found.lane() == null && found.state().held() == 0;
            };
        }
    }

    CompletionStage<KeyPage> page(int limit, @Nullable String cursor) {
        Matcher parts = CURSOR.matcher(cursor == null ? "w-0" : cursor);
        if (!parts.matches()) {
            throw GrapeException.badValue("cursor", "what an earlier page named as next", "'" + cursor + "'");
        }
        int from = Integer.parseInt(parts.group(2));
        if (sort != KeySort.BACKLOG) {
            return sorted().thenApply(all -> new KeyPage(
                    all.subList(Math.min(from, all.size()), Math.min(from + limit, all.size())),
                    from + limit < all.size() ? "w-" + (from + limit) : null));
        }
        return collect(Part.of(parts.group(1)), from, limit, new ArrayList<>());
    }

    private CompletionStage<KeyPage> collect(Part part, int from, int limit, List<KeyState> before) {
        int room = limit - before.size();
        return names(part, from, room + 1).thenCompose(found -> {
            List<String> names = found.subList(0, Math.min(room, found.size()));
            String next =
                    found.size() > room ? part.cursor(from + room) : part.next == null ? null : part.next.cursor(0);
            return read(part, names).thenCompose(states -> {
                before.addAll(states);
                if (before.size() == limit || next == null) {
                    return CompletableFuture.completedStage(new KeyPage(before, next));
                }
                return found.size() > room || part.next == null
                        ? collect(part, from + room, limit, before)
                        : collect(part.next, 0, limit, before);
            });
        });
    }

    /** The names of a part, from a rank on: of lanes or of keys. */
    private CompletionStage<List<String>> names(Part part, int from, int most) {
        Args args = scripts.args(tube).add(part.index).add(from).add(most);
        return scripts.look(NAMES, tube, args, context).thenApply(reply -> {
            Stream<String> names = IntStream.range(1, reply.size()).mapToObj(reply::text);
            return (part == Part.OVERRIDDEN ? names.sorted().skip(from).limit(most) : names).toList();
        });
    }

    private CompletionStage<List<KeyState>> read(Part part, List<String> names) {
        Function<String, String> key =
                part == Part.WAITING ? name -> Lane.parse(name).key() : name -> name;
        return reader.read(names.stream().map(key).toList()).thenApply(found -> {
            List<KeyState> states = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                if (part.has(found.get(i), names.get(i))) {
                    states.add(found.get(i).state());
                }
            }
            return states;
        });
    }

    private CompletionStage<List<KeyState>> sorted() {
        Comparator<KeyState> order = sort == KeySort.USE
                ? Comparator.comparingLong(KeyState::held)
                : Comparator.comparing(state -> state.oldestReady() == null ? Duration.ZERO : state.oldestReady());
        return names(Part.WAITING, 0, SORTED)
                .thenCompose(lanes -> names(Part.LEASED, 0, SORTED).thenCompose(holders -> {
                    Set<String> all = new LinkedHashSet<>();
                    lanes.forEach(name -> all.add(Lane.parse(name).key()));
                    all.addAll(holders);
                    return reader.read(List.copyOf(all));
                }))
                .thenApply(found -> found.stream()
                        .map(KeyReader.Found::state)
                        .sorted(order.reversed().thenComparing(KeyState::key))
                        .toList());
    }
}
