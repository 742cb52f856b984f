package io.grape.junit;

import io.grape.client.ClientEvents;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Gives each Spring context of a {@link GrapeTest} a broker of its own, which ends with the context: a bean of type
 * {@link TestBroker}, its {@link TestBroker#events} as another, and its address as the property {@code grape.brokers}. Spring finds
 * it by {@code META-INF/spring.factories}.
 */
final class SpringCustomizerFactory implements ContextCustomizerFactory {
    @Override
    public @Nullable ContextCustomizer createContextCustomizer(
            Class<?> testClass, List<ContextConfigurationAttributes> configuration) {
        return TestContextAnnotationUtils.hasAnnotation(testClass, GrapeTest.class) ? new WithBroker() : null;
    }

    /** All are equal, so test classes with the same configuration share a context. */
    private record WithBroker() implements ContextCustomizer {
        @Override
        public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration merged) {
            TestBroker broker = TestBroker.start();
            Map<String, Object> properties =
                    Map.of("grape.brokers", broker.uri().toString());
            context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("grapeTest", properties));
            if (context.getBeanFactory() instanceof BeanDefinitionRegistry beans) {
                RootBeanDefinition bean = new RootBeanDefinition(TestBroker.class, () -> broker);
                bean.setDestroyMethodName("close");
                bean.setLazyInit(false);
                beans.registerBeanDefinition("grapeTestBroker", bean);
                beans.registerBeanDefinition(
                        "grapeTestBrokerEvents", new RootBeanDefinition(ClientEvents.class, broker::events));
            }
        }
    }
}
