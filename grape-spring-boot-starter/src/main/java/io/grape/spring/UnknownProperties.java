package io.grape.spring;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.Environment;

/**
 * Warns of properties below {@code grape} that do not exist, as each is probably a typing error. It is no failure: processes of
 * two releases may share their configuration.
 */
final class UnknownProperties implements SmartInitializingSingleton {
    private static final Logger LOG = LoggerFactory.getLogger(UnknownProperties.class);

    private final Environment environment;

    UnknownProperties(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void afterSingletonsInstantiated() {
        BindHandler handler = new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter());
        try {
            Object unused = Binder.get(environment).bind("grape", Bindable.of(GrapeProperties.class), handler);
        } catch (BindException e) {
            if (e.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
                LOG.warn(
                        "no such properties properties={}",
                        unbound.getUnboundProperties().stream()
                                .map(ConfigurationProperty::getName)
                                .toList());
            }
        }
    }
}
