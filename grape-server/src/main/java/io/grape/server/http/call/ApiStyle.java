package io.grape.server.http.call;

import io.grape.core.ErrorCode;
import io.grape.server.access.LoginCredentials;
import java.util.Set;

/** How one API speaks: which paths are its own, how a caller shows who it is, and how a failure is told. */
public interface ApiStyle {
    /** True for a path, as it was sent, that belongs to this API. */
    boolean owns(String path);

    /**
     * The response where there is no such call.
     *
     * @param allowed methods that the path has; empty = there is no such path
     */
    Response unknown(String path, Set<String> allowed, Request request);

    /** The response to a call that failed. Logs what is nobody's fault but ours. */
    Response problem(Throwable cause, Request request);

    /** The code that the audit log has of a failure. */
    ErrorCode code(Throwable cause);

    /** What a request shows of who makes it. Fails with UNAUTHENTICATED where that cannot be read. */
    LoginCredentials credentials(Request request, SessionCookie cookie);
}
