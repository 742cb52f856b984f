package io.grape.server.http.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.TubeName;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What streams may have looked up, where no look ends before the test says so. */
class EventStreamsTest {
    private static final int TUBES = 50;
    private static final int TOPICS = 10;
    private static final Topic SMALL = topic("small", 1);

    private final Vertx vertx = Vertx.vertx();
    private final Context context = vertx.getOrCreateContext();
    private final Queue<Look> looks = new ConcurrentLinkedQueue<>();
    private final EventStreams feed = new EventStreams(this::look);

    /** One that was begun. */
    private record Look(Topic topic, Promise<Buffer> end) {}

    private Future<Buffer> look(Topic topic, Context on) {
        Look look = new Look(topic, Promise.promise());
        looks.add(look);
        return look.end.future();
    }

    @AfterEach
    void close() {
        feed.close();
        vertx.close().await();
    }

    private static Topic topic(String name, int tubes) {
        return new Topic(
                Topic.TUBES,
                IntStream.range(0, tubes)
                        .mapToObj(tube -> new TubeName(name + "." + tube))
                        .toList(),
                List.of());
    }

    private static List<Topic> many(String name) {
        return IntStream.range(0, TOPICS)
                .mapToObj(at -> topic(name + "." + at, TUBES))
                .toList();
    }

    private StreamSubscriber open(List<Topic> topics) {
        StreamSubscriber viewer = new StreamSubscriber(context, "somebody", topics, null);
        feed.add(viewer);
        return viewer;
    }

    /** Done when all is that was to be done on the event loop so far. */
    private void settle() {
        Promise<Void> done = Promise.promise();
        context.runOnContext(done::complete);
        done.future().await();
    }

    private void endAll() {
        context.runOnContext(go -> looks.forEach(look -> look.end.tryComplete(Buffer.buffer("{}"))));
        settle();
    }

    private List<Topic> looked() {
        return looks.stream().map(Look::topic).toList();
    }

    private int tubes() {
        return looked().stream().mapToInt(Topic::cost).sum();
    }

    @Test
    void streamsThatAreOpenedAndClosedAgainAndAgainAreNotLookedForBeyondTheTubesOfASecond() {
        for (int i = 0; i < 50; i++) {
            StreamSubscriber viewer = open(many("a" + i));
            settle();
            feed.remove(viewer);
        }
        assertThat(tubes()).isEqualTo(FairTopicQueue.TUBES);
        int before = looks.size();
        endAll();
        open(List.of(SMALL));
        await().until(() -> looked().contains(SMALL));
        assertThat(looked().subList(before, looks.size()))
                .as("nobody waits for the rest")
                .containsOnly(SMALL);
    }

    @Test
    void aStreamAboutOneTubeDoesNotWaitForOneAboutFiveHundred() {
        open(many("many"));
        settle();
        open(List.of(SMALL));
        settle();
        int before = looks.size();
        assertThat(tubes()).isEqualTo(FairTopicQueue.TUBES);
        endAll();
        await().until(() -> looks.size() > before);
        assertThat(looked().get(before)).isEqualTo(SMALL);
    }

    @Test
    void aStreamAboutFiveHundredTubesHasThemAllLookedAtInTheEnd() {
        List<Topic> all = many("many");
        open(all);
        open(List.of(SMALL));
        await().until(() -> {
            endAll();
            return looked().containsAll(all);
        });
    }

    @Test
    void aLookThatGoesOnIsSharedByAllWhoWantIt() {
        List<Topic> both = List.of(SMALL, topic("other", 1));
        open(both);
        open(both);
        open(List.of(SMALL));
        settle();
        assertThat(looked()).containsExactlyElementsOf(both);
    }
}
