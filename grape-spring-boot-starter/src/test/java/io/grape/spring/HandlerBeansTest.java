package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/** Handlers of beans of all kinds: behind proxies, of a scope, created late. With a real broker. */
@Tag("slow")
@GrapeTest
class HandlerBeansTest {
    private static final List<String> DONE = new CopyOnWriteArrayList<>();

    static class Notes {
        @GrapeHandler("notes")
        void note(String text) {
            DONE.add(text);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NotesBeans {
        @Bean
        Notes notes() {
            return new Notes();
        }
    }

    private static ApplicationContextRunner notes(TestBroker broker) {
        return Contexts.of(broker).withUserConfiguration(NotesBeans.class);
    }

    @BeforeEach
    void forget() {
        DONE.clear();
    }

    /** As a transaction or an aspect does, by a subclass. */
    static class Counting implements BeanPostProcessor {
        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            if (!(bean instanceof Notes)) {
                return bean;
            }
            ProxyFactory factory = new ProxyFactory(bean);
            factory.setProxyTargetClass(true);
            factory.addAdvice((org.aopalliance.intercept.MethodInterceptor) call -> {
                DONE.add("before " + call.getMethod().getName());
                return call.proceed();
            });
            return factory.getProxy();
        }
    }

    @Test
    void aProxyIsCalledAsAProxy(TestBroker broker) {
        notes(broker).withBean(Counting.class).run(context -> {
            context.getBean(Grape.class).produce(Tube.of("notes", Codec.text()), "note");
            broker.runUntilIdle();
            assertThat(DONE).containsExactly("before note", "note");
        });
    }

    interface Mails {
        void send(String mail);
    }

    static class SmtpMails implements Mails {
        @Override
        @GrapeHandler("mails")
        public void send(String mail) {
            DONE.add("sent " + mail);
        }
    }

    static class OfInterface implements BeanPostProcessor {
        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            return bean instanceof Mails ? new ProxyFactory(bean).getProxy() : bean;
        }
    }

    @Test
    void aProxyOfAnInterfaceIsCalled(TestBroker broker) {
        Contexts.of(broker)
                .withBean(OfInterface.class)
                .withBean(SmtpMails.class)
                .run(context -> {
                    assertThat(context.getBean(Mails.class)).isNotInstanceOf(SmtpMails.class);
                    context.getBean(Grape.class).produce(Tube.of("mails", Codec.text()), "hello");
                    broker.runUntilIdle();
                    assertThat(DONE).containsExactly("sent hello");
                });
    }

    static class Fresh {
        private int calls;

        @GrapeHandler("fresh")
        void count(String text) {
            calls++;
            DONE.add(text + " " + calls);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Prototypes {
        @Bean
        @Scope("prototype")
        Fresh fresh() {
            return new Fresh();
        }
    }

    @Test
    void aPrototypeIsNewForEachJob(TestBroker broker) {
        Contexts.of(broker).withUserConfiguration(Prototypes.class).run(context -> {
            Tube<String> fresh = Tube.of("fresh", Codec.text());
            context.getBean(Grape.class).produce(fresh, "a");
            broker.runUntilIdle();
            context.getBean(Grape.class).produce(fresh, "b");
            broker.runUntilIdle();
            assertThat(DONE).containsExactly("a 1", "b 1");
        });
    }

    /** The worker and the relay are created all the same. */
    @Test
    void aLazyBeanIsCreatedByItsFirstJob(TestBroker broker) {
        notes(broker).withBean(LazyInitializationBeanFactoryPostProcessor.class).run(context -> {
            assertThat(context.getSourceApplicationContext(ConfigurableApplicationContext.class)
                            .getBeanFactory()
                            .containsSingleton("notes"))
                    .isFalse();
            context.getBean(Grape.class).produce(Tube.of("notes", Codec.text()), "note");
            broker.runUntilIdle();
            assertThat(DONE).containsExactly("note");
        });
    }
}
