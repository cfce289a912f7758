import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every page address on one screen. Matched without regard to letter case; links keep these spellings. */
export default [
  index('routes/public/home.tsx'),
  route('auth/signIn', 'routes/auth/sign-in.tsx'),
  route('auth/signOut', 'routes/auth/sign-out.tsx'),

  layout('routes/restaurant/layout.tsx', [
    route('restaurant', 'routes/restaurant/home.tsx'),
    route('restaurant/products', 'routes/restaurant/products.tsx'),
    route('restaurant/products/:id', 'routes/restaurant/product.tsx'),
    route('restaurant/farmers/:id', 'routes/restaurant/farmer.tsx'),
    route('restaurant/cart', 'routes/restaurant/cart.tsx'),
    route('restaurant/order', 'routes/restaurant/order.tsx'),
    route('restaurant/order/completed/:purchaseId', 'routes/restaurant/order-completed.tsx'),
    route('restaurant/order/History', 'routes/restaurant/history.tsx'),
    route('restaurant/orders/:id', 'routes/restaurant/order-detail.tsx'),
    route('restaurant/receiving/:id', 'routes/restaurant/receiving.tsx'),
    route('restaurant/kitchen', 'routes/restaurant/choose-kitchen.tsx'),
  ]),

  layout('routes/farm/layout.tsx', [
    route('farmer', 'routes/farm/today.tsx'),
    route('farmer/orders', 'routes/farm/orders.tsx'),
    route('farmer/orders/:id', 'routes/farm/order.tsx'),
    route('farmer/shipments', 'routes/farm/shipments.tsx'),
  ]),

  route('admin/signin', 'routes/staff/sign-in.tsx'),
  layout('routes/staff/layout.tsx', [
    route('admin/orders', 'routes/staff/orders.tsx'),
    route('admin/orders/:id', 'routes/staff/order.tsx'),
  ]),

  route('*', 'routes/public/not-found.tsx'),
] satisfies RouteConfig
