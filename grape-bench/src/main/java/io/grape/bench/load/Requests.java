package io.grape.bench.load;

import java.util.Iterator;

/** HTTP calls without a body, one after the other, that must all be answered with a 2xx. */
public final class Requests implements ConnectionScript {
    private final Iterator<String> methodsAndUris;

    /** Several of these may share one iterator. */
    public Requests(Iterator<String> methodsAndUris) {
        this.methodsAndUris = methodsAndUris;
    }

    @Override
    public Framing framing() {
        return Http.FRAMING;
    }

    @Override
    public boolean ask(Bytes out, long now) {
        if (!methodsAndUris.hasNext()) {
            return false;
        }
        Http.endWithoutBody(out.put(methodsAndUris.next()));
        return true;
    }

    @Override
    public void answered(Response response, long now) {
        if (response.status() / 100 != 2) {
            throw LoadFailure.unexpected("2xx", response);
        }
    }

    @Override
    public void stop() {
        while (methodsAndUris.hasNext()) {
            methodsAndUris.next();
        }
    }

    @Override
    public boolean ended() {
        return !methodsAndUris.hasNext();
    }
}
