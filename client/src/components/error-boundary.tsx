import { Component, type ErrorInfo, type ReactNode } from "react";
import { NOT_LOADED, NotLoaded } from "#client/lib/api-error.ts";
import { forgetFailures } from "#client/lib/lazy-again.ts";
import { Button } from "./ui/button.tsx";

type ErrorBoundaryProps = {
  children: ReactNode;
  /** A new value (the path, say) tries again by itself. */
  resetKey?: string;
  /** Tells the server. */
  onError?: (error: Error, info: ErrorInfo) => void;
};

/** `away`: it is not broken, it did not come. */
type State = { failed: boolean; away: boolean };

/** When a screen breaks: a sentence and a way on, instead of a white page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false, away: false };

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, away: error instanceof NotLoaded };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    this.props.onError?.(error, info);
  }

  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (this.state.failed && previous.resetKey !== this.props.resetKey) this.again();
  }

  override componentWillUnmount() {
    if (this.state.failed) forgetFailures();
  }

  again() {
    forgetFailures();
    this.setState({ failed: false, away: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div role="alert" className="mx-auto flex max-w-100 flex-col items-center gap-2 px-6 py-16 text-center">
        <p className="text-lg font-semibold">{this.state.away ? "The portal can't be reached" : "This screen stopped working"}</p>
        <p className="text-muted">{this.state.away ? NOT_LOADED : "Try again, or load the page afresh."} What you saved is safe.</p>
        <div className="mt-3 flex flex-wrap justify-center gap-2">
          <Button onClick={() => window.location.reload()}>Reload the page</Button>
          <Button variant="primary" onClick={() => this.again()}>
            Try again
          </Button>
        </div>
      </div>
    );
  }
}
