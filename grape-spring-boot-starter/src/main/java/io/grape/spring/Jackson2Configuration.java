package io.grape.spring;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.client.Codec;
import java.lang.reflect.Type;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Codecs by the Jackson 2 of the application, or by that of the client. */
@Configuration(proxyBeanMethods = false)
class Jackson2Configuration {
    /** By the mapper of the application. */
    private record Mapped(ObjectMapper mapper) implements GrapeCodecs {
        @Override
        public <T> Codec<T> json(Type type) {
            return Codec.json(type, mapper);
        }
    }

    /** By the mapper of the client. */
    private record Usual() implements GrapeCodecs {
        @Override
        public <T> Codec<T> json(Type type) {
            return Codec.json(type);
        }
    }

    @Bean
    @ConditionalOnMissingBean
    GrapeCodecs grapeCodecs(ObjectProvider<ObjectMapper> mappers) {
        ObjectMapper mapper = mappers.getIfUnique();
        return mapper == null ? new Usual() : new Mapped(mapper);
    }
}
