package await

import (
	"context"
	"errors"
	"testing"
)

func TestDo(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	called := false
	if err := Do(ctx, func() { called = true }); err != nil || !called {
		t.Errorf("called: %t, %v", called, err)
	}
	never := make(chan struct{})
	defer close(never)
	if err := Do(ctx, func() { stop(); <-never }); !errors.Is(err, context.Canceled) {
		t.Errorf("it was waited for: %v", err)
	}
	if err := Do(ctx, func() { t.Error("called after the end") }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	defer func() {
		if recover() != "fault" {
			t.Error("the panic is lost")
		}
	}()
	_ = Do(t.Context(), func() { panic("fault") })
}
