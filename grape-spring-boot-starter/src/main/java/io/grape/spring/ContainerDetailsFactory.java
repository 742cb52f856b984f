package io.grape.spring;

import java.net.URI;
import java.util.List;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionDetailsFactory;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionSource;
import org.testcontainers.containers.Container;

/**
 * Where the broker of a container is: {@code @ServiceConnection("grape") GenericContainer<?> broker}, with port 9521 exposed.
 * Spring finds it by {@code META-INF/spring.factories}.
 */
final class ContainerDetailsFactory extends ContainerConnectionDetailsFactory<Container<?>, GrapeConnectionDetails> {
    private static final int PORT = 9521;

    ContainerDetailsFactory() {
        super("grape");
    }

    @Override
    protected GrapeConnectionDetails getContainerConnectionDetails(ContainerConnectionSource<Container<?>> source) {
        return new Details(source);
    }

    private static final class Details extends ContainerConnectionDetails<Container<?>>
            implements GrapeConnectionDetails {
        Details(ContainerConnectionSource<Container<?>> source) {
            super(source);
        }

        @Override
        public List<URI> brokers() {
            Container<?> container = getContainer();
            return List.of(URI.create("http://" + container.getHost() + ":" + container.getMappedPort(PORT)));
        }
    }
}
