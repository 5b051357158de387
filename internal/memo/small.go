package memo

import "runtime"

// Small is true in programs that a page loads: they had rather be small than fast, and leave
// out the memory that saves a look at words which are known.
const Small = runtime.GOOS == "js"
