//go:build js && wasm

package main

import (
	"os"
	"syscall/js"

	"github.com/toolspeak/toolspeak/internal/worker"
)

// main puts a function into the global object, under the name that it is started with:
// open, which begins a session and returns the function that answers its requests. A
// request is the letter of an operation and its payload; the answer is bytes, or a
// string that says what is wrong.
func main() {
	js.Global().Set(os.Args[1], js.FuncOf(func(js.Value, []js.Value) any {
		session := worker.Session{Host: worker.Host{Configure: configure, Schema: kinds}}
		return js.FuncOf(func(_ js.Value, args []js.Value) any {
			payload := make([]byte, args[1].Length())
			js.CopyBytesToGo(payload, args[1])
			answer, err := session.Answer(byte(args[0].Int()), payload)
			if err != nil {
				return err.Error()
			}
			out := js.Global().Get("Uint8Array").New(len(answer))
			js.CopyBytesToJS(out, answer)
			return out
		})
	}))
	select {} // the functions are called from now on
}
