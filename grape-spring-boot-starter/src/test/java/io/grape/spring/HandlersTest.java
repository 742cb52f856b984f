package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.GrapeBuilder;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.worker.JobContext;
import io.grape.client.worker.Outcome;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Handlers of an application, with a real broker. */
@Tag("slow")
@GrapeTest
class HandlersTest {
    private static final List<String> DONE = new CopyOnWriteArrayList<>();

    record Order(String id, long totalCents) {}

    static class Orders {
        @GrapeHandler("orders")
        void place(Order order, JobContext job) {
            DONE.add(order.id() + " for " + order.totalCents() + " as " + job.id());
        }

        @GrapeHandler("${shop.tube:lines}")
        void count(Order[] lines) {
            DONE.add(lines.length + " lines of " + lines[0].id());
        }

        @GrapeHandler("notes")
        void note(String text) {
            DONE.add(text);
        }

        @GrapeHandler("files")
        void file(byte[] bytes) {
            DONE.add(bytes.length + " bytes");
        }

        @GrapeHandler("pings")
        Outcome ping(JobContext job) {
            DONE.add("ping " + job.attempt() + " " + job.bytes().length);
            return DONE.size() < 2 ? Outcome.snooze(Duration.ofMinutes(1)) : Outcome.bury("enough");
        }

        @GrapeHandler("numbers")
        void number(Integer number) {
            DONE.add("number " + number);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Shop {
        @Bean
        Orders orders() {
            DONE.clear();
            return new Orders();
        }

        @Bean
        ObjectMapper mapper() {
            return new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);
        }

        /** A number is written as so many letters. */
        @Bean
        Tube<Integer> numbers() {
            return Tube.of("numbers", new Codec<>() {
                @Override
                public String contentType() {
                    return "text/plain";
                }

                @Override
                public byte[] encode(Integer number) {
                    return "i".repeat(number).getBytes(StandardCharsets.UTF_8);
                }

                @Override
                public Integer decode(byte[] bytes) {
                    return bytes.length;
                }
            });
        }
    }

    private static ApplicationContextRunner shop(TestBroker broker) {
        return Contexts.of(broker).withUserConfiguration(Shop.class);
    }

    @Test
    void aHandlerGetsWhatWasProduced(TestBroker broker) {
        shop(broker).run(context -> {
            Grape grape = context.getBean(Grape.class);
            GrapeCodecs codecs = context.getBean(GrapeCodecs.class);
            Order order = new Order("8812", 500);

            grape.produce(codecs.tube("orders", Order.class), NewJob.of(order).id("a"));
            broker.runUntilIdle();
            String json = "{\"id\":\"8813\",\"total_cents\":7}";
            grape.produce(Tube.of("orders", Codec.text()), NewJob.of(json).id("b"));
            broker.runUntilIdle();
            grape.produce(codecs.tube("lines", Order[].class), new Order[] {order, order});
            broker.runUntilIdle();
            grape.produce(codecs.tube("notes", String.class), "a \"note\"");
            broker.runUntilIdle();
            grape.produce(codecs.tube("files", byte[].class), new byte[] {1, 2, 3});
            broker.runUntilIdle();

            assertThat(DONE)
                    .containsExactly(
                            "8812 for 500 as a", "8813 for 7 as b", "2 lines of 8812", "a \"note\"", "3 bytes");
        });
    }

    @Test
    void tubeWithoutAMapperHasTheMapperOfTheApplication(TestBroker broker) {
        shop(broker).run(context -> {
            Grape grape = context.getBean(Grape.class);
            Tube<Order> orders = Tube.of("orders", Order.class);
            grape.produce(orders, NewJob.of(new Order("8812", 500)).id("a"));
            broker.runUntilIdle();
            grape.produceAll(orders, List.of(NewJob.of(new Order("8813", 7)).id("b")));
            broker.runUntilIdle();
            assertThat(DONE).containsExactly("8812 for 500 as a", "8813 for 7 as b");

            Tube<Order> later = Tube.of("later", Order.class);
            grape.produce(later, NewJob.of(new Order("8814", 9)).id("c").delay(Duration.ofHours(1)));
            assertThat(grape.peek(later, "c").orElseThrow().payload()).isEqualTo(new Order("8814", 9));
            assertThat(grape.peek(Tube.of("later", Codec.text()), "c")
                            .orElseThrow()
                            .payload())
                    .isEqualTo("{\"id\":\"8814\",\"total_cents\":9}");
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnClient {
        @Bean
        Grape client(GrapeBuilder builder) {
            return builder.callTimeout(Duration.ofSeconds(20)).build();
        }
    }

    @Test
    void clientOfTheApplicationHasItsMapperToo(TestBroker broker) {
        shop(broker).withUserConfiguration(OwnClient.class).run(context -> {
            assertThat(context).doesNotHaveBean("grapeClient");
            context.getBean(Grape.class)
                    .produce(
                            Tube.of("orders", Order.class),
                            NewJob.of(new Order("8812", 500)).id("a"));
            broker.runUntilIdle();
            assertThat(DONE).containsExactly("8812 for 500 as a");
        });
    }

    @Test
    void anOutcomeDecides(TestBroker broker) {
        shop(broker).run(context -> {
            Grape grape = context.getBean(Grape.class);
            Tube<byte[]> pings = Tube.of("pings", Codec.bytes());
            grape.produce(pings, NewJob.of(new byte[5]).id("a"));
            broker.advance(Duration.ofMinutes(2));
            assertThat(DONE).containsExactly("ping 1 5", "ping 1 5");
            assertThat(grape.peek(pings, "a").orElseThrow().state()).isEqualTo(JobState.FAILED);
        });
    }

    @Test
    void aTubeBeanHasTheCodec(TestBroker broker) {
        shop(broker).run(context -> {
            @SuppressWarnings("unchecked")
            Tube<Integer> numbers = context.getBean(Tube.class);
            context.getBean(Grape.class).produce(numbers, 12);
            broker.runUntilIdle();
            assertThat(DONE).containsExactly("number 12");
        });
    }

    @Test
    void aPlaceholderNamesTheTube(TestBroker broker) {
        shop(broker)
                .withPropertyValues("shop.tube=other-lines")
                .run(context -> assertThat(context.getBean(HandlerWorker.class)
                                .worker()
                                .orElseThrow()
                                .status()
                                .tubes())
                        .containsOnlyKeys("orders", "other-lines", "notes", "files", "pings", "numbers"));
    }

    @Test
    void aTubeCanBeLeftToOtherProcesses(TestBroker broker) {
        shop(broker)
                .withPropertyValues("grape.tubes.pings.enabled=false", "grape.tubes[notes].enabled=false")
                .run(context -> assertThat(context.getBean(HandlerWorker.class)
                                .worker()
                                .orElseThrow()
                                .status()
                                .tubes())
                        .containsOnlyKeys("orders", "lines", "files", "numbers"));
    }

    static class Failing {
        @GrapeHandler(value = "failing", buryOn = IllegalArgumentException.class)
        void fail(String what) throws Exception {
            DONE.add(what);
            switch (what) {
                case "argument" -> throw new IllegalArgumentException("no " + what);
                case "error" -> throw new AssertionError("no " + what);
                default -> throw new Exception("no " + what);
            }
        }
    }

    @Test
    void whatAHandlerThrowsDecides(TestBroker broker) {
        DONE.clear();
        Contexts.of(broker)
                .withBean(Failing.class)
                .withPropertyValues(
                        "grape.worker.retry.attempts=2",
                        "grape.worker.retry.most=1m",
                        "grape.tubes.failing.retry.first=1m")
                .run(context -> {
                    Grape grape = context.getBean(Grape.class);
                    Tube<String> failing = Tube.of("failing", Codec.text());
                    for (String what : List.of("argument", "checked", "error")) {
                        grape.produce(failing, NewJob.of(what).id(what));
                        broker.advance(Duration.ofMinutes(5));
                    }
                    assertThat(DONE).containsExactly("argument", "checked", "checked", "error", "error");
                    assertThat(grape.peek(failing, "checked").orElseThrow().reason())
                            .contains("java.lang.Exception: no checked");
                });
    }
}
