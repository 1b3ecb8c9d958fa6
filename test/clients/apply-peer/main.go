// Kubernetes' own field manager, over types and steps that a test gives it: what becomes of an object, and of who owns what of it.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

type object = map[string]interface{}

type step struct {
	Apply       bool   `json:"apply"`
	Manager     string `json:"manager"`
	Force       bool   `json:"force"`
	APIVersion  string `json:"apiVersion"`
	Subresource string `json:"subresource"`
	// In the step's version; with no manager it becomes the live object, owned by nobody.
	Object object `json:"object"`
}

type outcome struct {
	Refusal  string `json:"refusal,omitempty"`
	Conflict bool   `json:"conflict,omitempty"`
	// In t/v1.
	Object object `json:"object"`
}

type input struct {
	Models    map[string]*spec.Schema `json:"models"`
	Sequences [][]step                `json:"sequences"`
}

func main() {
	var in input
	if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil {
		fail(err)
	}
	converter, err := managedfields.NewTypeConverter(in.Models, false)
	if err != nil {
		fail(err)
	}
	out := json.NewEncoder(os.Stdout)
	for _, steps := range in.Sequences {
		outcomes := []outcome{}
		var live object
		for _, each := range steps {
			var done outcome
			live, done = take(converter, live, each)
			outcomes = append(outcomes, done)
		}
		if err := out.Encode(outcomes); err != nil {
			fail(err)
		}
	}
}

func take(types managedfields.TypeConverter, live object, each step) (object, outcome) {
	if each.Manager == "" {
		return each.Object, outcome{Object: each.Object}
	}
	version, err := schema.ParseGroupVersion(each.APIVersion)
	if err != nil {
		fail(err)
	}
	kind := version.WithKind("Thing")
	// The hub is a version of its own, so that every version is converted as a custom kind's is.
	manager, err := managedfields.NewDefaultCRDFieldManager(types, convertor{}, defaulter{}, creater{}, kind, schema.GroupVersion{Group: "t", Version: "v1"}, each.Subresource, nil)
	if err != nil {
		fail(err)
	}
	before := empty(kind)
	if live != nil {
		before = &unstructured.Unstructured{Object: runtime.DeepCopyJSON(live)}
		before.SetUID("u")
	}
	next := &unstructured.Unstructured{Object: normal(runtime.DeepCopyJSON(numbers(each.Object).(object)))}
	next.SetGroupVersionKind(kind)
	var result runtime.Object
	if each.Apply {
		next = &unstructured.Unstructured{Object: runtime.DeepCopyJSON(numbers(each.Object).(object))}
		result, err = manager.Apply(before, next, each.Manager, each.Force)
	} else {
		result = manager.UpdateNoErrors(before, next, each.Manager)
	}
	if err != nil {
		var status apierrors.APIStatus
		return live, outcome{Refusal: err.Error(), Conflict: errors.As(err, &status) && apierrors.IsConflict(err), Object: live}
	}
	stored, err := convertor{}.ConvertToVersion(result, schema.GroupVersion{Group: "t", Version: "v1"})
	if err != nil {
		fail(err)
	}
	live = normal(stored.(*unstructured.Unstructured).Object)
	unstructured.RemoveNestedField(live, "metadata", "uid")
	return live, outcome{Object: live}
}

// Numbers as Kubernetes reads them: integers are integers.
func numbers(value interface{}) interface{} {
	switch value := value.(type) {
	case object:
		for name, inner := range value {
			value[name] = numbers(inner)
		}
	case []interface{}:
		for at, inner := range value {
			value[at] = numbers(inner)
		}
	case float64:
		if value == float64(int64(value)) {
			return int64(value)
		}
	}
	return value
}

// Without members that are null, as objects of declared types are stored.
func normal(value object) object {
	for name, inner := range value {
		if inner == nil {
			delete(value, name)
		}
		if nested, ok := inner.(object); ok {
			normal(nested)
		}
	}
	return value
}

func empty(kind schema.GroupVersionKind) *unstructured.Unstructured {
	made := &unstructured.Unstructured{Object: object{}}
	made.SetGroupVersionKind(kind)
	return made
}

// t/v2 calls spec.name spec.title; the rest is the same.
type convertor struct{}

func (convertor) Convert(in, out, context interface{}) error {
	return errors.New("not asked for")
}

func (convertor) ConvertToVersion(in runtime.Object, target runtime.GroupVersioner) (runtime.Object, error) {
	from := in.(*unstructured.Unstructured)
	version := target.(schema.GroupVersion)
	if from.GroupVersionKind().GroupVersion() == version {
		return in, nil
	}
	if version.Group != "t" || (version.Version != "v1" && version.Version != "v2") {
		return nil, runtime.NewNotRegisteredErrForKind("t", version.WithKind("Thing"))
	}
	to := from.DeepCopy()
	to.SetGroupVersionKind(version.WithKind("Thing"))
	before, after := "title", "name"
	if version.Version == "v2" {
		before, after = after, before
	}
	if value, found, _ := unstructured.NestedFieldNoCopy(to.Object, "spec", before); found {
		unstructured.RemoveNestedField(to.Object, "spec", before)
		if err := unstructured.SetNestedField(to.Object, value, "spec", after); err != nil {
			return nil, err
		}
	}
	return to, nil
}

func (convertor) ConvertFieldLabel(kind schema.GroupVersionKind, label, value string) (string, string, error) {
	return "", "", errors.New("not asked for")
}

type defaulter struct{}

func (defaulter) Default(runtime.Object) {}

type creater struct{}

func (creater) New(kind schema.GroupVersionKind) (runtime.Object, error) {
	return empty(kind), nil
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
