package io.grape.server.beanstalkd;

import io.grape.server.ServerExtension;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The clients of a test, which are closed after it. */
final class WireClients implements AfterEachCallback {
    private final ServerExtension broker;
    private final List<WireClient> clients = new ArrayList<>();

    WireClients(ServerExtension broker) {
        this.broker = broker;
    }

    WireClient open() {
        WireClient client = WireClient.to(broker.beanstalkdPort(0));
        clients.add(client);
        return client;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        clients.forEach(WireClient::close);
    }
}
