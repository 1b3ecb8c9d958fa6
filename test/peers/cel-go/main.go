// Evaluates expressions with the environment that Kubernetes gives the authors of validation rules: a JSON list of
// expressions over `self` on standard input, a JSON list of what each gives or fails with on standard output.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"

	"github.com/google/cel-go/cel"
	"google.golang.org/protobuf/types/known/structpb"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
)

type question struct {
	Self        any      `json:"self"`
	Expressions []string `json:"expressions"`
}

type answer struct {
	Value any    `json:"value"`
	Error string `json:"error,omitempty"`
}

func evaluate(env *cel.Env, expression string, self any) answer {
	ast, issues := env.Compile(expression)
	if issues.Err() != nil {
		return answer{Error: issues.Err().Error()}
	}
	program, err := env.Program(ast)
	if err != nil {
		return answer{Error: err.Error()}
	}
	result, _, err := program.Eval(map[string]any{"self": self})
	if err != nil {
		return answer{Error: err.Error()}
	}
	native, err := result.ConvertToNative(reflect.TypeOf(&structpb.Value{}))
	if err != nil {
		return answer{Error: fmt.Sprintf("no JSON: %v", err)}
	}
	return answer{Value: native.(*structpb.Value).AsInterface()}
}

// Numbers without fraction are integers, as objects of the API have them.
func integers(value any) any {
	switch typed := value.(type) {
	case float64:
		if typed == float64(int64(typed)) {
			return int64(typed)
		}
	case []any:
		for i, item := range typed {
			typed[i] = integers(item)
		}
	case map[string]any:
		for key, item := range typed {
			typed[key] = integers(item)
		}
	}
	return value
}

func main() {
	var asked question
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	set, err := environment.MustBaseEnvSet(version.MajorMinor(1, 36)).Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions:        []cel.EnvOption{cel.Variable("self", cel.DynType)},
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	env := set.StoredExpressionsEnv()
	self := integers(asked.Self)
	answers := make([]answer, len(asked.Expressions))
	for i, expression := range asked.Expressions {
		answers[i] = evaluate(env, expression, self)
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
