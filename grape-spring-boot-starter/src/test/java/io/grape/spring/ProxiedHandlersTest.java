package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.interceptor.AsyncExecutionInterceptor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;

/** Handlers that a proxy of Spring would call wrongly, or not at all. They are refused instead. */
@GrapeTest
class ProxiedHandlersTest {
    private static final List<String> DONE = new CopyOnWriteArrayList<>();

    /** What a proxy of a subclass does not have: it is created without a constructor. */
    static class Fields {
        private final List<String> done = DONE;
    }

    static class Final extends Fields {
        @GrapeHandler("notes")
        public final void note(String text) {
            super.done.add(text);
        }
    }

    @SuppressWarnings("UnusedMethod") // The worker calls it.
    static class Private extends Fields {
        @GrapeHandler("notes")
        private void note(String text) {
            super.done.add(text);
        }
    }

    /** Wraps each of these beans into a subclass, as a transaction or an aspect does. */
    static class Proxies implements BeanPostProcessor {
        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            if (!(bean instanceof Fields)) {
                return bean;
            }
            ProxyFactory factory = new ProxyFactory(bean);
            factory.setProxyTargetClass(true);
            return factory.getProxy();
        }
    }

    /** Spring makes a subclass of it, too, which is the bean itself. */
    @Configuration
    static class FinalInConfiguration {
        private final String prefix = "configured ";

        @GrapeHandler("notes")
        public final void note(String text) {
            DONE.add(prefix + text);
        }

        @Bean
        String unused() {
            return "";
        }
    }

    @BeforeEach
    void forget() {
        DONE.clear();
    }

    private static void note(TestBroker broker, ApplicationContext context) {
        context.getBean(Grape.class)
                .produce(Tube.of("notes", Codec.text()), NewJob.of("note").id("note"));
        broker.runUntilIdle();
    }

    @ParameterizedTest
    @ValueSource(classes = {Final.class, Private.class})
    void methodThatItsProxyDoesNotOverrideFailsTheStart(Class<?> type, TestBroker broker) {
        Contexts.of(broker)
                .withBean(Proxies.class)
                .withBean("notes", type)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageStartingWith(
                                "@GrapeHandler " + type.getName() + ".note(String): expected a method that the proxy")
                        .hasMessageContaining("Remove " + type.getSimpleName().toLowerCase(Locale.ROOT)));
    }

    /** The start does not know that this bean will be a proxy. */
    @ParameterizedTest
    @ValueSource(classes = {Final.class, Private.class})
    void jobOfABeanThatIsCreatedLateFailsInsteadOfRunningOnTheProxy(Class<?> type, TestBroker broker) {
        Contexts.of(broker)
                .withBean(LazyInitializationBeanFactoryPostProcessor.class)
                .withBean(Proxies.class)
                .withBean("notes", type)
                .withPropertyValues("grape.worker.retry.attempts=1")
                .run(context -> {
                    note(broker, context);
                    assertThat(DONE).isEmpty();
                    assertThat(context.getBean(Grape.class).peek(Tube.of("notes", Codec.text()), "note"))
                            .hasValueSatisfying(job -> {
                                assertThat(job.state()).isEqualTo(JobState.FAILED);
                                assertThat(job.reason().orElse("")).contains("expected a method that the proxy");
                            });
                });
    }

    @ParameterizedTest
    @ValueSource(classes = {Final.class, Private.class, FinalInConfiguration.class})
    void finalMethodOfABeanWithoutAProxyIsCalled(Class<?> type, TestBroker broker) {
        Contexts.of(broker).withUserConfiguration(type).run(context -> {
            note(broker, context);
            assertThat(DONE).singleElement().asString().endsWith("note");
        });
    }

    interface Notes {
        void note(String text);
    }

    static class LateNotes implements Notes {
        @Override
        @GrapeHandler("notes")
        public void note(String text) {
            DONE.add(text);
        }
    }

    static class OfInterface implements BeanPostProcessor {
        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            return bean instanceof Notes ? new ProxyFactory(bean).getProxy() : bean;
        }
    }

    @Test
    void proxyOfAnInterfaceThatIsCreatedLateIsCalled(TestBroker broker) {
        Contexts.of(broker)
                .withBean(LazyInitializationBeanFactoryPostProcessor.class)
                .withBean(OfInterface.class)
                .withBean(LateNotes.class)
                .run(context -> {
                    note(broker, context);
                    assertThat(DONE).containsExactly("note");
                });
    }

    static class AsyncMethod {
        @Async
        @GrapeHandler("notes")
        public void note(String text) {}
    }

    @Async
    static class AsyncClass {
        @GrapeHandler("notes")
        public void note(String text) {}
    }

    static class AsyncByAdvice extends Fields {
        @GrapeHandler("notes")
        public void note(String text) {}
    }

    static class AsyncProxies implements BeanPostProcessor {
        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            if (!(bean instanceof AsyncByAdvice)) {
                return bean;
            }
            ProxyFactory factory = new ProxyFactory(bean);
            factory.setProxyTargetClass(true);
            factory.addAdvice(new AsyncExecutionInterceptor(Runnable::run));
            return factory.getProxy();
        }
    }

    /** It would return at once, so its job would be finished before its work is done. */
    @ParameterizedTest
    @ValueSource(classes = {AsyncMethod.class, AsyncClass.class, AsyncByAdvice.class})
    void asynchronousHandlerFailsTheStart(Class<?> type, TestBroker broker) {
        ApplicationContextRunner runner =
                Contexts.of(broker).withBean(AsyncProxies.class).withBean("notes", type);
        runner.run(context -> assertThat(context)
                .getFailure()
                .hasMessageContaining(type.getSimpleName()
                        + ".note(String): expected a method that returns when its work" + " is done")
                .hasMessageContaining("Remove @Async"));
    }
}
