// Package await lets a run stop while it works on something large.
package await

import "context"

// Large is how many bytes of input take so little time that who works on less may be
// waited for.
const Large = 1 << 20

// Do calls f and returns when it has, or when the context ends, with its error: f is
// then left to itself, and so must own what it works on. A panic of f is that of Do.
func Do(ctx context.Context, f func()) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var fault any
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { fault = recover() }()
		f()
	}()
	select {
	case <-done:
		if fault != nil {
			panic(fault)
		}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
