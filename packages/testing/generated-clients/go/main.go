// Calls the service with the client that oapi-codegen generates from the contract. Fails at an unexpected result.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"generatedclient/gen"
)

func main() {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("SVC_KEY"))
		return nil
	}
	client, err := gen.NewClientWithResponses(os.Getenv("SVC_URL"), gen.WithRequestEditorFn(authorize))
	check(err)
	ctx := context.Background()

	order := gen.CreatePayment{Amount: gen.Amount{Value: 1000, Currency: "USD"}}
	created, err := client.CreatePaymentWithResponse(ctx, &gen.CreatePaymentParams{}, order)
	check(err)
	expect(created.JSON201 != nil, "createPayment", created.Status(), created.Body)
	expect(created.JSON201.Amount.Value == 1000, "its amount", created.Status(), created.Body)

	page, err := client.ListPaymentsWithResponse(ctx, &gen.ListPaymentsParams{})
	check(err)
	expect(page.JSON200 != nil && len(page.JSON200.Data) > 0, "listPayments", page.Status(), page.Body)
	expect(page.JSON200.Data[0].Id == created.JSON201.Id, "the payment in the list", page.Status(), page.Body)

	missing, err := client.GetPaymentWithResponse(ctx, "pay_1")
	check(err)
	problem := missing.ApplicationproblemJSON404
	expect(problem != nil && problem.Code == "not_found", "a problem", missing.Status(), missing.Body)
	fmt.Println("ok")
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func expect(holds bool, what string, status string, body []byte) {
	if !holds {
		log.Fatalf("%s is not as expected: %s %s", what, status, body)
	}
}
