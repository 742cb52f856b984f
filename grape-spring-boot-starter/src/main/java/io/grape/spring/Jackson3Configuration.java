package io.grape.spring;

import io.grape.client.Codec;
import io.grape.client.jackson3.Jackson3;
import java.lang.reflect.Type;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.ObjectMapper;

/** Codecs by the Jackson 3 of the application, which Spring Boot 4 has. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(ObjectMapper.class)
class Jackson3Configuration {
    private record Mapped(ObjectMapper mapper) implements GrapeCodecs {
        @Override
        public <T> Codec<T> json(Type type) {
            return Jackson3.json(type, mapper);
        }
    }

    @Bean
    @ConditionalOnSingleCandidate(ObjectMapper.class)
    @ConditionalOnMissingBean
    GrapeCodecs grapeCodecs(ObjectMapper mapper) {
        return new Mapped(mapper);
    }
}
