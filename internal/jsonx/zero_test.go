package jsonx

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFalseOrZero(t *testing.T) {
	for _, value := range []string{"false", "0", "-0", "0.0", "0e7", "0.00E-3"} {
		assert.True(t, FalseOrZero([]byte(value)), value)
	}
	for _, value := range []string{"", "true", "1", "-1", "0.5", "0.001", "10", "1e-7", "100"} {
		assert.False(t, FalseOrZero([]byte(value)), value)
	}
}
