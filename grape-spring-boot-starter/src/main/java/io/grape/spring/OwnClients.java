package io.grape.spring;

import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.GrapeBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Warns of a client bean of the application that was not built by the starter's {@link GrapeBuilder} bean, if the application has a
 * mapper: that client writes JSON by another one than the handlers read, so they may miss fields.
 */
final class OwnClients implements SmartInitializingSingleton {
    private static final Logger LOG = LoggerFactory.getLogger(OwnClients.class);

    private final ConfigurableListableBeanFactory beans;
    private final AtomicInteger builders = new AtomicInteger();

    OwnClients(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    void builderUsed() {
        builders.incrementAndGet();
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<String> own = Arrays.stream(beans.getBeanNamesForType(Grape.class, false, false))
                .filter(name -> !name.equals("grapeClient") && isOfBuilder(beans.getSingleton(name)))
                .toList();
        if (own.size() > builders.get() && isMapperOfApplication()) {
            LOG.warn(
                    "a Grape bean does not write the JSON that handlers read, because it was not built by the GrapeBuilder bean:"
                            + " take a GrapeBuilder as a parameter of its @Bean method, which has the mapper of the application"
                            + " beans={}",
                    own);
        }
    }

    /** Neither a mock nor a fake, which write no JSON. */
    private static boolean isOfBuilder(@Nullable Object bean) {
        return bean != null && AopUtils.getTargetClass(bean).getEnclosingClass() == GrapeBuilder.class;
    }

    private boolean isMapperOfApplication() {
        GrapeCodecs codecs = beans.getBean(GrapeCodecs.class);
        return !codecs.json(Object.class).equals(Codec.json(Object.class));
    }
}
