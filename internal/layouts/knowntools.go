package layouts

import (
	"hash/maphash"
	"sync/atomic"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// Tool lists take much of records of native tool calls, and in most data sets all have the
// same: after a few records in a row that do, it is compared and not scanned.

// knownTools is what an editor remembers of the tool lists of the records before. It is
// safe for concurrent use: whatever it remembers, records are read the same.
type knownTools struct {
	list atomic.Pointer[toolsBefore]
	// sum is that of the latest list, times how often it came in a row.
	sum   atomic.Uint64
	times atomic.Uint32
}

// toolsBefore is a tool list that several records had.
type toolsBefore struct {
	known *jsonx.Known
	// objects means that it holds objects alone.
	objects bool
}

// scanned returns what the scanner is to know, which may be nil.
func (t *toolsBefore) scanned() *jsonx.Known {
	if t == nil {
		return nil
	}
	return t.known
}

var toolsSeed = maphash.MakeSeed()

// learnTools remembers the record's tool list, if those before had it, too.
func (r *Record) learnTools() {
	const (
		least, most = 1 << 8, 1 << 18 // bytes that are worth it
		often       = 2
	)
	at := r.value("tools")
	if n := at.End - at.Start; n < least || n > most || r.doc.B[at.Start] != '[' || r.knownTools != nil && r.knownAt == at.Start {
		return
	}
	list, k := at.Of(r.doc.B), &r.editor.known
	if sum := maphash.Bytes(toolsSeed, list); k.sum.Swap(sum) != sum {
		k.times.Store(0)
		return
	}
	if k.times.Add(1) != often {
		return
	}
	if known := jsonx.NewKnown(list, 1); known != nil {
		k.list.Store(&toolsBefore{known, allObjects(r.doc, at)})
	}
}

// allObjects reports whether a list holds objects alone.
func allObjects(doc jsonx.Value, list jsonx.Range) bool {
	for e := range doc.Elements(list.Start) {
		if doc.B[e.Start] != '{' {
			return false
		}
	}
	return true
}
