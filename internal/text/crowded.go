package text

// MostSteps is how many steps or messages a transcript may have, however short they
// are, and LeastSize how many bytes each of more takes at least on an average. A step
// takes far more memory than the shortest text that can say it: without a bound, a few
// megabytes of empty lines would take gigabytes.
const (
	MostSteps = 20_000
	LeastSize = 128
)

// Crowded reports whether n steps or messages are more than a transcript of size bytes
// may have.
func Crowded(n, size int) bool { return n > MostSteps && n > size/LeastSize }
