package diag

import (
	"fmt"
	"path"
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

// places returns where in the module's code the panic was that is being recovered, and
// what called that.
func places() (list []string) {
	const module, most = "github.com/toolspeak/toolspeak/", 12
	calls := make([]uintptr, 64)
	frames := runtime.CallersFrames(calls[:runtime.Callers(3, calls)]) // without Guard
	for {
		frame, more := frames.Next()
		if inside, ok := strings.CutPrefix(frame.Function, module); ok && len(list) < most {
			dir, name := path.Split(inside)
			pkg, _, _ := strings.Cut(name, ".")
			list = append(list, fmt.Sprintf("%s%s/%s:%d", dir, pkg, path.Base(frame.File), frame.Line))
		}
		if !more {
			return list
		}
	}
}
