/** What this package throws. */
export class ToolspeakError extends Error {
  name = "ToolspeakError";
}

/** A record can't be converted. index is its place in what was given, from 0. */
export class RejectError extends ToolspeakError {
  name = "RejectError";

  constructor(index, diagnostic) {
    super(`record ${index}: ${diagnostic.code}: ${diagnostic.text}`);
    this.index = index;
    this.diagnostic = diagnostic;
  }
}
