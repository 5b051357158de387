//go:build js && wasm

// Command wasm is the converter for a browser: make web builds it. It has one function,
// toolspeak, which takes an input, the names of two styles and a page or "", and
// returns what present.Play makes of them, as JSON, or an error; and toolspeakStyles.
package main

import (
	"encoding/json"
	"syscall/js"

	"github.com/toolspeak/toolspeak/internal/present"
)

func main() {
	js.Global().Set("toolspeak", js.FuncOf(func(_ js.Value, args []js.Value) any {
		played, err := present.Play([]byte(args[0].String()), args[1].String(), args[2].String(), args[3].String())
		if err != nil {
			return encoded(map[string]string{"error": err.Error()})
		}
		return encoded(played)
	}))
	js.Global().Set("toolspeakStyles", js.FuncOf(func(js.Value, []js.Value) any { return encoded(present.Targets()) }))
	select {} // the functions are called from now on
}

// encoded returns a value as JSON.
func encoded(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return `{"error":"the result can't be shown"}`
	}
	return string(text)
}
