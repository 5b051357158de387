package diag

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/toolspeak/toolspeak/ir"
)

// Guard turns a panic of the function that defers it into the reject of the record that
// the function works on: a fault of ours must cost one record, not a run of a million.
// With debug the words name the places in the code, the innermost first.
func Guard(err *error, debug bool) {
	fault := recover()
	if fault == nil {
		return
	}
	words := fmt.Sprintf("a fault of toolspeak, please report it with the record: %v", fault)
	if debug {
		words += " (at " + strings.Join(places(), ", called from ") + ")"
	}
	d := ir.Reportf(ir.CodeInternal, "%s", words)
	*err = &d
}

// Ours reports whether the panic that the caller of the caller recovers from came from the code
// of this module and not from a library's, which may trust the bytes that it reads.
func Ours() bool {
	const module = "github.com/toolspeak/toolspeak/"
	calls := make([]uintptr, 64)
	frames := runtime.CallersFrames(calls[:runtime.Callers(2, calls)])
	for panicked := false; ; {
		frame, more := frames.Next()
		switch ofRuntime := strings.HasPrefix(frame.Function, "runtime."); {
		case ofRuntime:
			panicked = panicked || frame.Function == "runtime.gopanic"
		case panicked:
			return strings.HasPrefix(frame.Function, module)
		}
		if !more {
			return true
		}
	}
}

// places returns where in the module's code the panic was that is being recovered, and
// what called that.
func places() (list []string) {
	const most = 12
	_, here, _, _ := runtime.Caller(0)
	root := strings.TrimSuffix(here, "internal/diag/guard.go")
	calls := make([]uintptr, 64)
	frames := runtime.CallersFrames(calls[:runtime.Callers(3, calls)]) // without Guard
	for {
		frame, more := frames.Next()
		if file, ok := strings.CutPrefix(frame.File, root); ok && len(list) < most {
			list = append(list, fmt.Sprintf("%s:%d", file, frame.Line))
		}
		if !more {
			return list
		}
	}
}
